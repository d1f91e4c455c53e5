package dev.muster.host.run.executor;

import java.util.regex.Pattern;

/** The part before the colon of functions that are none of ours, as in {@code python:mail.send}. */
final class Prefix {

  /** What executors of functions without a prefix are called. */
  static final String OURS = "java";

  static final String EXPECTED =
      "by 1 to 30 lower-case letters, digits and `-`, from a letter on, and not `" + OURS + "`";

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,29}");

  private Prefix() {}

  static boolean isForeign(String name) {
    return NAME.matcher(name).matches() && !name.equals(OURS);
  }

  /** Empty for a function of ours: no class has a colon in its name. */
  static String of(String function) {
    return function.substring(0, Math.max(0, function.indexOf(':')));
  }
}
