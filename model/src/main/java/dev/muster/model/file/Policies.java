package dev.muster.model.file;

import dev.muster.model.JobSpec;
import dev.muster.model.text.Nearest;
import java.util.List;
import java.util.Optional;

/** The names of placement policies: those that this version has, and those that are to come. */
public final class Policies {

  private static final List<String> AVAILABLE =
      List.of(
          JobSpec.AUTO, JobSpec.SAMPLED, JobSpec.ESTIMATED, JobSpec.SHARED, JobSpec.PARTITIONED);
  private static final List<String> TO_COME = List.of("central", "hybrid");

  private Policies() {}

  /** What is wrong with this name, if anything. */
  public static Optional<String> problem(String policy) {
    if (AVAILABLE.contains(policy)) {
      return Optional.empty();
    }
    var available = "available are " + String.join(", ", AVAILABLE);
    if (TO_COME.contains(policy)) {
      return Optional.of("`" + policy + "` is not available in this version; " + available);
    }
    var hint = Nearest.hint(policy, AVAILABLE).orElse(available);
    return Optional.of("unknown policy " + Nearest.quote(policy) + "; " + hint);
  }
}
