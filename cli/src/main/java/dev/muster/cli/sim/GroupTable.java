package dev.muster.cli.sim;

import dev.muster.cli.console.Columns;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.Parameter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The numbers of groups side by side: a column for each group, or where there are more groups than
 * numbers, a line.
 */
final class GroupTable {

  /** As many digits as fit beside each other; counts have all of theirs. */
  private static final MathContext DIGITS = new MathContext(4);

  private static final double PERCENT = 100;

  private final Map<String, Map<String, Double>> groups;

  GroupTable(Map<String, Map<String, Double>> groups) {
    this.groups = groups;
  }

  /** None where there are no groups. */
  List<String> lines() {
    Set<String> names = new LinkedHashSet<>();
    groups.values().forEach(values -> names.addAll(values.keySet()));
    boolean columns = groups.size() <= names.size();
    var across = List.copyOf(columns ? groups.keySet() : names);
    List<List<String>> cells = new ArrayList<>();
    cells.add(row("", across));
    for (var down : columns ? names : groups.keySet()) {
      var texts =
          across.stream().map(each -> columns ? cell(each, down) : cell(down, each)).toList();
      cells.add(row(down, texts));
    }
    return groups.isEmpty() ? List.of() : Columns.ofNumbers(cells);
  }

  private static List<String> row(String first, List<String> rest) {
    List<String> row = new ArrayList<>();
    row.add(first);
    row.addAll(rest);
    return row;
  }

  private String cell(String group, String name) {
    var value = groups.getOrDefault(group, Map.of()).get(name);
    if (value == null) {
      return "-";
    }
    return group.endsWith(ExperimentReport.DIFFERENCE)
        ? String.format(Locale.ROOT, "%+.1f%%", PERCENT * value)
        : number(value);
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? Parameter.plain(value)
        : BigDecimal.valueOf(value).round(DIGITS).toPlainString();
  }
}
