package dev.muster.model.file;

import java.util.regex.Pattern;

/** What jobs, stages and variables may be called. Names of stages become names of directories. */
final class Names {

  static final String EXPECTED =
      "a name of letters, digits, `.`, `_` and `-` that starts with a letter or digit and has at"
          + " most "
          + Limits.MAX_NAME
          + " characters";
  static final String QUEUE_EXPECTED = "the path of a queue, such as root or root.research";

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0," + (Limits.MAX_NAME - 1) + "}");
  private static final Pattern QUEUE = Pattern.compile("root(\\.[A-Za-z0-9_-]+)*");
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private static final String IDENTIFIER = "[\\p{L}_$][\\p{L}\\p{N}_$]*";
  private static final Pattern CLASS = Pattern.compile(IDENTIFIER + "(\\." + IDENTIFIER + ")*");

  private Names() {}

  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  static boolean isQueue(String text) {
    return text.length() <= Limits.MAX_QUEUE && QUEUE.matcher(text).matches();
  }

  static boolean isVariable(String text) {
    return text.length() <= Limits.MAX_NAME && VARIABLE.matcher(text).matches();
  }

  static boolean isClass(String text) {
    return text.length() <= Limits.MAX_CLASS && CLASS.matcher(text).matches();
  }
}
