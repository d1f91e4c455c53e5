package dev.muster.model.text;

import java.util.OptionalInt;
import java.util.regex.Pattern;

/** The names of nodes: {@code node-3}. */
public final class NodeName {

  public static final String PREFIX = "node-";

  private static final Pattern NAME = Pattern.compile(PREFIX + "(0|[1-9]\\d{0,8})");

  private NodeName() {}

  public static String format(int node) {
    return PREFIX + node;
  }

  /** The number in the name; empty for any other text. */
  public static OptionalInt parse(String text) {
    var match = NAME.matcher(text);
    return match.matches() ? OptionalInt.of(Integer.parseInt(match.group(1))) : OptionalInt.empty();
  }
}
