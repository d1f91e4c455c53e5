package dev.muster.cli.run;

import dev.muster.cli.console.Bar;
import dev.muster.model.JobSpec;
import dev.muster.model.StageReport;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;

/** Shows how far a job is while it runs. Called from the threads of the cell. */
interface ProgressDisplay extends AutoCloseable {

  default void show(List<StageReport> stages) {}

  /** The job is not admitted yet. */
  default void waits(String why) {}

  /** Takes back what must not stay on the screen; nothing is shown after this. */
  @Override
  default void close() {}

  /** For those who only want the end. */
  static ProgressDisplay none() {
    return new ProgressDisplay() {};
  }

  /** A bar of the job's tasks, on a terminal. */
  static ProgressDisplay bar(PrintStream err, JobSpec job) {
    var bar = new Bar(err, job.name(), job.tasks());
    return new ProgressDisplay() {
      @Override
      public void show(List<StageReport> stages) {
        bar.at(stages.stream().mapToLong(ProgressDisplay::ended).sum(), busyStages(stages));
      }

      @Override
      public void waits(String why) {
        bar.at(0, why);
      }

      @Override
      public void close() {
        bar.close();
      }
    };
  }

  /** As in {@code count 3/16, sum 0/1}: stages that have begun and not ended, if several are. */
  static String busyStages(List<StageReport> stages) {
    return stages.size() < 2 ? "" : describe(stages);
  }

  private static String describe(List<StageReport> stages) {
    return stages.stream()
        .filter(stage -> stage.attempts() > 0 && ended(stage) < stage.tasks())
        .map(stage -> stage.name() + " " + ended(stage) + "/" + stage.tasks())
        .collect(Collectors.joining(", "));
  }

  static long ended(StageReport stage) {
    return (long) stage.succeeded() + stage.failed();
  }
}
