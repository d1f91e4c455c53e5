package dev.muster.model.text;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Suggests what was meant by a misspelt word. */
public final class Nearest {

  /** Longer texts are not compared: no typing error, and slow. */
  private static final int MAX_LENGTH = 50;

  private static final int MIN_PREFIX = 3;

  private static final int MAX_QUOTED = 60;

  private Nearest() {}

  /** Quotes what was typed, shortened and without control characters. */
  public static String quote(String typed) {
    var start = typed.length() <= MAX_QUOTED ? typed : typed.substring(0, MAX_QUOTED) + "…";
    return "`" + start.replaceAll("\\p{Cntrl}", "?") + "`";
  }

  /** As in {@code did you mean `command`?}, if a known word is close enough. */
  public static Optional<String> hint(String typed, List<String> known) {
    return to(typed, known).map(near -> "did you mean `" + near + "`?");
  }

  /** The closest of the known words, if one is close enough. */
  public static Optional<String> to(String typed, List<String> known) {
    if (typed.isEmpty() || typed.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    var word = typed.toLowerCase(Locale.ROOT);
    Optional<String> best = Optional.empty();
    int least = Math.min(word.length(), Math.max(1, word.length() / 3) + 1);
    for (var candidate : known) {
      boolean near = Math.abs(candidate.length() - word.length()) < least;
      int distance = near ? distance(word, candidate.toLowerCase(Locale.ROOT)) : least;
      if (distance < least) {
        least = distance;
        best = Optional.of(candidate);
      }
    }
    return best.or(() -> completion(word, known));
  }

  private static Optional<String> completion(String start, List<String> known) {
    return known.stream()
        .filter(candidate -> start.length() >= MIN_PREFIX && candidate.startsWith(start))
        .findFirst();
  }

  /** The number of insertions, deletions, replacements and transpositions. */
  static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(last[j], row[j - 1]));
        if (swapped(a, i, b, j)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      int[] free = beforeLast;
      beforeLast = last;
      last = row;
      row = free;
    }
    return last[b.length()];
  }

  private static boolean swapped(String a, int i, String b, int j) {
    return i > 1
        && j > 1
        && a.charAt(i - 1) == b.charAt(j - 2)
        && a.charAt(i - 2) == b.charAt(j - 1);
  }
}
