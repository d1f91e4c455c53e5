package dev.muster.cli.sim;

import dev.muster.cli.console.Columns;
import dev.muster.sim.experiment.ExperimentReport.ContenderLine;
import dev.muster.sim.experiment.Parameter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What contenders came to in several rows, one line each; a star marks the best of a row. */
final class ContenderTable {

  private static final MathContext DIGITS = new MathContext(4);
  private static final String BEST = "*";
  private static final String NOT_BEST = " ";

  private final List<ContenderLine> table;

  ContenderTable(List<ContenderLine> table) {
    this.table = table;
  }

  /** None where the table is empty. */
  List<String> lines() {
    if (table.isEmpty()) {
      return List.of();
    }
    Set<String> columns = new LinkedHashSet<>();
    table.forEach(line -> columns.addAll(line.numbers().keySet()));
    List<List<String>> cells = new ArrayList<>();
    cells.add(header(columns));
    var row = "";
    for (var line : table) {
      cells.add(cells(line, line.row().equals(row) ? "" : line.row(), columns));
      row = line.row();
    }
    var aligned = Columns.ofNumbers(cells);
    List<String> lines = new ArrayList<>();
    lines.add(aligned.getFirst());
    for (int at = 0; at < table.size(); at++) {
      var remark = table.get(at).remark();
      lines.add((aligned.get(at + 1) + (remark.isEmpty() ? "" : "  " + remark)).stripTrailing());
    }
    return lines;
  }

  private static List<String> header(Set<String> columns) {
    List<String> header = new ArrayList<>(List.of("row", "policy"));
    columns.forEach(column -> header.add(column + NOT_BEST));
    return header;
  }

  private static List<String> cells(ContenderLine line, String row, Set<String> columns) {
    List<String> cells = new ArrayList<>(List.of(row, line.contender()));
    for (var column : columns) {
      var number = line.numbers().get(column);
      var mark = line.best().contains(column) ? BEST : NOT_BEST;
      cells.add((number == null ? "-" : text(number)) + mark);
    }
    return cells;
  }

  private static String text(double value) {
    double rounded = BigDecimal.valueOf(value).round(DIGITS).doubleValue();
    return Parameter.plain(rounded);
  }
}
