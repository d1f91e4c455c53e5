package dev.muster.cli.option;

import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.core.scheduler.place.hybrid.HybridOptions.Adaptation;
import dev.muster.core.scheduler.place.hybrid.HybridOptions.Objectives;
import dev.muster.model.file.JobLimits;
import dev.muster.model.text.Quantity;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** The settings of the policy {@code hybrid}, as options say them. */
final class TierText {

  static final String FOUND = "found";
  static final String NONE = "none";

  private static final String SERVICES = "services";

  /** What is given or not, and has no number. */
  private static final Set<String> UNVALUED = Set.of(NONE, SERVICES);

  /** With the paper's sign or without: a shell would take it for a redirection. */
  private static final Pattern FIXED =
      Pattern.compile("(?:<?(?<below>[0-9][^-%]*)-)?(?:(?<percent>[0-9]{1,3})%-)?Q");

  private static final double PERCENT = 100;

  private TierText() {}

  /** Without objectives, trusting. */
  static HybridOptions setting(String text) {
    return switch (text) {
      case FOUND -> HybridOptions.SHORT_10_70_Q.with(Adaptation.NONE.withSteering());
      case "only-G" -> HybridOptions.ONLY_G;
      case "only-Q" -> HybridOptions.ONLY_Q;
      default -> fixed(text);
    };
  }

  private static HybridOptions fixed(String text) {
    var found = FIXED.matcher(text);
    if (!found.matches() || text.equals("Q")) {
      throw wrong(text);
    }
    long belowNs = HybridOptions.NEVER;
    if (found.group("below") != null) {
      belowNs = Quantity.parseDurationNs(found.group("below")).orElse(0);
      if (belowNs <= 0 || belowNs > JobLimits.MAX_DURATION_NS) {
        throw wrong(text);
      }
    }
    double share = 1;
    if (found.group("percent") != null) {
      share = Integer.parseInt(found.group("percent")) / PERCENT;
      if (share > 1) {
        throw wrong(text);
      }
    }
    return HybridOptions.of(belowNs, share);
  }

  private static TypeConversionException wrong(String text) {
    return new TypeConversionException(
        "must be found, only-G, only-Q, or such as 50%%-Q, 5s-Q or 10s-70%%-Q, not `%s`"
            .formatted(text));
  }

  static Objectives objectives(String text) {
    var objectives = Objectives.NONE;
    var given = new HashSet<String>();
    for (var word : text.split(",", -1)) {
      int split = word.indexOf('=');
      var name = split < 0 ? word : word.substring(0, split);
      var value = split < 0 ? "" : word.substring(split + 1);
      if (!given.add(name)) {
        throw new TypeConversionException(name + " is given twice: keep one of them");
      }
      if (split >= 0 && UNVALUED.contains(name)) {
        throw new TypeConversionException(name + " has no value, not `" + value + "`");
      }
      objectives =
          switch (name) {
            case NONE -> objectives;
            case SERVICES -> objectives.withServices();
            case "late" -> objectives.withLateFrom(part(name, value));
            case "progress" -> objectives.withProgressFrom(part(name, value));
            default ->
                throw new TypeConversionException(
                    "known are none, services, late=0.5 and progress=0.9, not `" + word + "`");
          };
    }
    return objectives;
  }

  /** Of all; 0 would have every task guaranteed. */
  private static double part(String name, String value) {
    if (value.matches("[01]|[01]?\\.[0-9]{1,9}")) {
      double part = Double.parseDouble(value);
      if (part > 0 && part <= 1) {
        return part;
      }
    }
    throw new TypeConversionException(
        name + "= must be above 0 and at most 1, such as 0.5, not `" + value + "`");
  }
}
