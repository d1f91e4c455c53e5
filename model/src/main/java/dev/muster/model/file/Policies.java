package dev.muster.model.file;

import dev.muster.model.JobSpec;
import dev.muster.model.text.Nearest;
import java.util.List;
import java.util.Optional;

/** The names of placement policies: those that this version has. */
public final class Policies {

  private static final List<String> AVAILABLE =
      List.of(
          JobSpec.AUTO,
          JobSpec.SAMPLED,
          JobSpec.ESTIMATED,
          JobSpec.SHARED,
          JobSpec.PARTITIONED,
          JobSpec.CENTRAL,
          JobSpec.HYBRID);

  private Policies() {}

  /** What is wrong with this name, if anything. */
  public static Optional<String> problem(String policy) {
    if (AVAILABLE.contains(policy)) {
      return Optional.empty();
    }
    var available = "available are " + String.join(", ", AVAILABLE);
    var hint = Nearest.hint(policy, AVAILABLE).orElse(available);
    return Optional.of("unknown policy " + Nearest.quote(policy) + "; " + hint);
  }
}
