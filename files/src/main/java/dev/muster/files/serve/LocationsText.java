package dev.muster.files.serve;

import dev.muster.files.serve.FileLocations.HeldOutputs;
import dev.muster.model.rule.JobRules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a {@link FileLocations} says as text, a line for each node: its name, its address and, in
 * runs such as {@code 0-4,7}, its tasks. What has nothing to say is a dash.
 */
final class LocationsText {
  private static final String NOTHING = "-";
  private static final int COLUMNS = 3;
  private static final int ENDS_OF_RUN = 2;

  private LocationsText() {}

  static String format(List<HeldOutputs> holdings) {
    return holdings.stream().map(LocationsText::line).collect(Collectors.joining());
  }

  static List<HeldOutputs> ofHolders(List<FileLocations.Holder> holders) {
    return holders.stream().map(holder -> new HeldOutputs(holder, List.of())).toList();
  }

  /** The last number, then the jobs, a line each. */
  static String format(FileLocations.Running running) {
    return Stream.concat(Stream.of(running.last()), running.jobs().stream())
        .map(number -> number + "\n")
        .collect(Collectors.joining());
  }

  static FileLocations.Running parseRunning(String text) throws IOException {
    try {
      var numbers = text.lines().map(Long::parseLong).toList();
      return new FileLocations.Running(numbers.getFirst(), numbers.subList(1, numbers.size()));
    } catch (NumberFormatException | NoSuchElementException malformed) {
      throw new IOException("names a job that is no number", malformed);
    }
  }

  private static String line(HeldOutputs holding) {
    var address = holding.holder().address();
    return "%s %s %s\n"
        .formatted(
            holding.holder().name(),
            address.isEmpty() ? NOTHING : address,
            holding.tasks().isEmpty() ? NOTHING : runs(holding.tasks()));
  }

  private static String runs(List<Integer> ascending) {
    var text = new StringBuilder();
    for (int from = 0, to; from < ascending.size(); from = to) {
      for (to = from + 1; to < ascending.size(); to++) {
        if (ascending.get(to) != ascending.get(to - 1) + 1) {
          break;
        }
      }
      text.append(text.isEmpty() ? "" : ",").append(ascending.get(from));
      if (to > from + 1) {
        text.append('-').append(ascending.get(to - 1));
      }
    }
    return text.toString();
  }

  static List<HeldOutputs> parse(String text) throws IOException {
    var holdings = new ArrayList<HeldOutputs>();
    for (var line : text.lines().toList()) {
      try {
        holdings.add(holding(line.split(" ")));
      } catch (IllegalArgumentException malformed) {
        throw new IOException("a list of nodes with the line `" + line + "`", malformed);
      }
    }
    return holdings;
  }

  private static HeldOutputs holding(String[] columns) {
    if (columns.length != COLUMNS) {
      throw new IllegalArgumentException("not " + COLUMNS + " columns");
    }
    var address = columns[1].equals(NOTHING) ? "" : columns[1];
    return new HeldOutputs(new FileLocations.Holder(columns[0], address), tasks(columns[2]));
  }

  private static List<Integer> tasks(String runs) {
    var tasks = new ArrayList<Integer>();
    if (!runs.equals(NOTHING)) {
      for (var run : runs.split(",")) {
        addRun(run.split("-", -1), tasks);
      }
    }
    return tasks;
  }

  private static void addRun(String[] ends, List<Integer> tasks) {
    int first = Integer.parseInt(ends[0]);
    int last = Integer.parseInt(ends[ends.length - 1]);
    if (ends.length > ENDS_OF_RUN || first > last) {
      throw new IllegalArgumentException("not a run of tasks");
    }
    if (last - first >= JobRules.MAX_TASKS - tasks.size()) {
      throw new IllegalArgumentException("more than " + JobRules.MAX_TASKS + " tasks");
    }
    for (int task = first; task <= last; task++) {
      tasks.add(task);
    }
  }
}
