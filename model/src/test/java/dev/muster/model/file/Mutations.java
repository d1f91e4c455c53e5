package dev.muster.model.file;

import java.util.ArrayList;
import java.util.Random;
import java.util.stream.Collectors;

/** What careless and hostile hands do to a file. */
public final class Mutations {

  private static final String SPICE =
      "{}[]:,-#&*!|>'\"%@`?~\n\t \\\0\u0007\u0085\u2028\uFEFF\uD800é0aN";

  private Mutations() {}

  /** A text that is a little different, or the same. */
  public static String of(String text, Random random) {
    var result = text;
    for (int i = random.nextInt(4); i >= 0; i--) {
      result = random.nextInt(3) == 0 ? mutateLines(result, random) : mutateAt(result, random);
    }
    return result;
  }

  private static String mutateAt(String text, Random random) {
    int at = random.nextInt(text.length() + 1);
    int end = Math.min(text.length(), at + random.nextInt(3));
    var put = random.nextInt(3) == 0 ? "" : "" + SPICE.charAt(random.nextInt(SPICE.length()));
    return text.substring(0, at) + put + text.substring(end);
  }

  private static String mutateLines(String text, Random random) {
    var lines = text.lines().collect(Collectors.toCollection(ArrayList::new));
    if (lines.isEmpty()) {
      return text;
    }
    int from = random.nextInt(lines.size());
    int to = random.nextInt(lines.size());
    switch (random.nextInt(4)) {
      case 0 -> lines.remove(from);
      case 1 -> lines.add(to, lines.get(from));
      case 2 -> lines.set(to, lines.set(from, lines.get(to)));
      default -> lines.set(from, "  " + lines.get(from));
    }
    return String.join("\n", lines) + "\n";
  }
}
