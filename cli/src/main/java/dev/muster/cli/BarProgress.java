package dev.muster.cli;

import dev.muster.model.JobSpec;
import dev.muster.model.StageReport;
import java.io.PrintStream;
import java.util.List;

/** Shows a job as a bar of its tasks. */
final class BarProgress implements Progress {

  private final Bar bar;

  BarProgress(PrintStream err, JobSpec job) {
    this.bar = new Bar(err, job.name(), job.tasks());
  }

  @Override
  public void show(List<StageReport> stages) {
    bar.at(stages.stream().mapToLong(Progress::ended).sum(), Progress.busyStages(stages));
  }

  @Override
  public void close() {
    bar.close();
  }
}
