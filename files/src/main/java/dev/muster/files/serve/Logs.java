package dev.muster.files.serve;

import dev.muster.files.content.DirectoryScan;
import dev.muster.files.content.PinnedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What tasks wrote to their standard output and error on this node, for the submitter to read. */
public record Logs(Outputs.Layout layout) {
  /**
   * About how many are named at a time, of tasks in the order of their numbers as text. It is more
   * than a {@link dev.muster.files.fetch.OutputCollector} brings, which then says that some stay.
   */
  static final int MAX_LISTED = 20_000;

  private static final Pattern NAME = Pattern.compile("(stdout|stderr)\\.\\d{1,9}");
  private static final Pattern INDEX = Pattern.compile("\\d{1,9}");

  /**
   * @param index of its task
   * @param name as {@code stdout.1}, with the number of the attempt
   */
  public record LogInfo(int index, String name, long bytes) {}

  List<LogInfo> of(long job, String stage) throws IOException {
    var logs = new ArrayList<LogInfo>();
    var tasks = layout.tasks(job, stage);
    for (var task : Files.isDirectory(tasks) ? DirectoryScan.entries(tasks) : List.<Path>of()) {
      if (INDEX.matcher(task.getFileName().toString()).matches() && logs.size() < MAX_LISTED) {
        logs.addAll(in(task));
      }
    }
    return logs;
  }

  List<LogInfo> of(Outputs.OutputKey task) throws IOException {
    var directory = directory(task);
    return Files.isDirectory(directory) ? in(directory) : List.of();
  }

  private static List<LogInfo> in(Path task) throws IOException {
    int index = Integer.parseInt(task.getFileName().toString());
    var logs = new ArrayList<LogInfo>();
    for (var entry : DirectoryScan.entries(task)) {
      if (isLog(entry) && Files.size(entry) > 0) {
        logs.add(new LogInfo(index, entry.getFileName().toString(), Files.size(entry)));
      }
    }
    return logs;
  }

  Optional<PinnedFile> find(Outputs.OutputKey task, String name) {
    if (!isName(name)) {
      return Optional.empty();
    }
    var file = directory(task).resolve(name);
    return isLog(file) ? PinnedFile.unmanaged(file) : Optional.empty();
  }

  private static boolean isLog(Path file) {
    return isName(file.getFileName().toString())
        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  private Path directory(Outputs.OutputKey task) {
    return layout.tasks(task.job(), task.stage()).resolve(Integer.toString(task.index()));
  }

  static String format(List<LogInfo> logs) {
    var text = new StringBuilder();
    logs.forEach(log -> text.append("%d %s %d\n".formatted(log.index(), log.name(), log.bytes())));
    return text.toString();
  }

  static List<LogInfo> parse(String text) throws IOException {
    var logs = new ArrayList<LogInfo>();
    for (var line : text.lines().toList()) {
      var columns = line.split(" ");
      try {
        if (columns.length != 3 || !isName(columns[1])) {
          throw new IllegalArgumentException(line);
        }
        logs.add(new LogInfo(Integer.parseInt(columns[0]), columns[1], Long.parseLong(columns[2])));
      } catch (IllegalArgumentException malformed) {
        throw new IOException("a list of logs with the line `" + line + "`", malformed);
      }
    }
    return logs;
  }
}
