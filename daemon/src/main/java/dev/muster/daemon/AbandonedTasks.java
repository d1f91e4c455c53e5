package dev.muster.daemon;

import dev.muster.host.PrivateFiles;
import dev.muster.host.Waits;
import dev.muster.model.text.JobNumber;
import dev.muster.process.directory.JobDirectory;
import dev.muster.process.linux.ProcessId;
import dev.muster.process.supervise.TaskProcesses;
import dev.muster.process.supervise.TaskProcesses.Owned;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The tasks of jobs whose cell was killed and could not end them. Nobody will ask for their
 * results. Each cell leaves its process id in the directories of its jobs, and whoever starts the
 * next cell of the home ends what the dead ones left.
 */
final class AbandonedTasks {

  private static final System.Logger LOGGER = System.getLogger(AbandonedTasks.class.getName());
  private static final String FILE = "cell";

  /** Processes may fork while they are ended. */
  private static final int MAX_PASSES = 50;

  private static final Duration BETWEEN_PASSES = Duration.ofMillis(20);

  private AbandonedTasks() {}

  /** Says in the directory of a job that this process has the cell of the job. */
  static void sign(JobDirectory job) throws IOException {
    var own = ProcessId.of((int) ProcessHandle.current().pid());
    if (own.isPresent()) {
      PrivateFiles.write(
          job.root().resolve(FILE), own.get().pid() + " " + own.get().startTick() + "\n");
    }
  }

  private static Optional<ProcessId> owner(JobDirectory job) {
    try {
      var words = Files.readString(job.root().resolve(FILE)).strip().split(" ");
      return Optional.of(new ProcessId(Integer.parseInt(words[0]), Long.parseLong(words[1])));
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException unknown) {
      return Optional.empty();
    }
  }

  /** Ends them, by force, and says so. */
  static void endAll(Path home) {
    var ended = new TreeSet<String>();
    for (int pass = 0; pass < MAX_PASSES; pass++) {
      var left = find(home);
      if (left.isEmpty()) {
        break;
      }
      left.forEach(each -> each.handle().destroyForcibly());
      left.forEach(each -> ended.add(job(home, each)));
      Waits.pause(BETWEEN_PASSES);
    }
    if (!ended.isEmpty()) {
      LOGGER.log(
          Level.WARNING,
          "ended the tasks that %s left running: the process of %s cell was killed"
              .formatted(String.join(", ", ended), ended.size() == 1 ? "its" : "their"));
    }
  }

  private static List<Owned> find(Path home) {
    var jobs = JobDirectory.jobs(home);
    var owned = TaskProcesses.owned().stream().filter(each -> isBelow(jobs, each.mark())).toList();
    Set<String> abandoned =
        owned.stream()
            .map(each -> job(home, each))
            .distinct()
            .filter(job -> isAbandoned(new JobDirectory(jobs.resolve(job))))
            .collect(Collectors.toSet());
    return owned.stream().filter(each -> abandoned.contains(job(home, each))).toList();
  }

  private static boolean isBelow(Path jobs, String mark) {
    return mark.startsWith(jobs + "/" + JobNumber.PREFIX);
  }

  /** The name of the directory of its job, such as {@code job-17}. */
  private static String job(Path home, Owned process) {
    var below = process.mark().substring(JobDirectory.jobs(home).toString().length() + 1);
    return below.substring(0, Math.max(below.indexOf('/'), 0));
  }

  private static boolean isAbandoned(JobDirectory job) {
    return owner(job).filter(cell -> !cell.isThere()).isPresent();
  }
}
