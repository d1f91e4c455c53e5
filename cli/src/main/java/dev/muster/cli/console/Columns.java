package dev.muster.cli.console;

import java.util.List;

/** Cells below each other, as wide as the widest. */
public final class Columns {

  private static final String GAP = "  ";

  private Columns() {}

  /** Columns of words, as wide as they must be. */
  public static List<String> ofWords(List<List<String>> rows) {
    int[] widths = widths(rows);
    return rows.stream()
        .map(
            row -> {
              var line = new StringBuilder();
              for (int at = 0; at < widths.length; at++) {
                line.append(row.get(at)).append(" ".repeat(widths[at] - row.get(at).length()));
                line.append(GAP);
              }
              return line.toString().stripTrailing();
            })
        .toList();
  }

  private static int[] widths(List<List<String>> rows) {
    int[] widths = new int[rows.getFirst().size()];
    for (var row : rows) {
      for (int at = 0; at < widths.length; at++) {
        widths[at] = Math.max(widths[at], row.get(at).length());
      }
    }
    return widths;
  }

  /** Names to the left, numbers to the right. */
  public static List<String> ofNumbers(List<List<String>> rows) {
    int[] widths = widths(rows);
    return rows.stream().map(row -> aligned(row, widths)).toList();
  }

  private static String aligned(List<String> row, int[] widths) {
    var line = new StringBuilder();
    for (int at = 0; at < widths.length; at++) {
      var pad = " ".repeat(widths[at] - row.get(at).length());
      line.append(at == 0 ? row.get(at) + pad : GAP + pad + row.get(at));
    }
    return line.toString();
  }
}
