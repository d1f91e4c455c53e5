package dev.muster.model.file;

import dev.muster.model.Require;
import dev.muster.model.rule.QueueRules;
import dev.muster.model.text.Nearest;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What jobs, stages, variables, resources and attributes may be called, by job files and by the
 * operators of nodes. Names of stages become names of directories.
 */
public final class Names {

  static final String EXPECTED =
      "a name of letters, digits, `.`, `_` and `-` that starts with a letter or digit and has at"
          + " most "
          + JobLimits.MAX_NAME
          + " characters";
  static final String QUEUE_EXPECTED = "the path of a queue, such as root or root.research";
  static final String VALUE_EXPECTED =
      "a value of 1 to " + JobLimits.MAX_NAME + " characters, such as ssd";

  /** The resources that every node has. */
  public static final List<String> RESOURCES = List.of("cpu", "memory");

  /** Close to one of those, and not misspelt. */
  private static final List<String> COMMON_RESOURCES = List.of("gpu", "npu", "tpu");

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0," + (JobLimits.MAX_NAME - 1) + "}");
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private static final String IDENTIFIER = "[\\p{L}_$][\\p{L}\\p{N}_$]*";
  private static final Pattern CLASS = Pattern.compile(IDENTIFIER + "(\\." + IDENTIFIER + ")*");

  private Names() {}

  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  static boolean isQueue(String text) {
    return QueueRules.isPath(text);
  }

  static boolean isVariable(String text) {
    return text.length() <= JobLimits.MAX_NAME && VARIABLE.matcher(text).matches();
  }

  static boolean isClass(String text) {
    return text.length() <= JobLimits.MAX_CLASS && CLASS.matcher(text).matches();
  }

  /** Why a job file cannot name such a resource; empty if it can. */
  public static Optional<String> resourceProblem(String name) {
    if (!isName(name)) {
      return Optional.of("must be " + EXPECTED);
    }
    return COMMON_RESOURCES.contains(name)
        ? Optional.empty()
        : Nearest.to(name, RESOURCES).map(near -> "would be taken for `" + near + "`");
  }

  /** Why no node can be given an attribute of this name; empty if one can. */
  public static Optional<String> attributeProblem(String name) {
    if (name.equals(Require.NODE)) {
      return Optional.of("is what every node has by itself: its name");
    }
    return isName(name) ? Optional.empty() : Optional.of("must be " + EXPECTED);
  }

  /** Why no attribute can have this value; empty if one can. */
  public static Optional<String> valueProblem(String value) {
    boolean sound =
        !value.isBlank()
            && value.length() <= JobLimits.MAX_NAME
            && value.chars().noneMatch(Character::isISOControl);
    return sound ? Optional.empty() : Optional.of("must be " + VALUE_EXPECTED);
  }
}
