package dev.muster.bench;

import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.AbandonJob;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.ClientEvent.JobForgotten;
import dev.muster.core.event.ClientEvent.JobProgress;
import dev.muster.core.event.ClientEvent.JobRejected;
import dev.muster.core.event.ClientEvent.RequestJob;
import dev.muster.core.event.Wake;
import dev.muster.model.JobReport;
import dev.muster.model.JobState;
import dev.muster.model.StageReport;
import dev.muster.model.text.JobNumber;
import dev.muster.sim.experiment.ExperimentFailed;
import java.util.function.Consumer;

/** How many tasks of ended jobs there are. A bench in which a job does not succeed is none. */
final class EndedTasks implements Consumer<ClientEvent> {

  private long count;

  long count() {
    return count;
  }

  @Override
  public void accept(ClientEvent answer) {
    switch (answer) {
      case JobEnded(var report) -> count += tasks(report);
      case JobRejected refused ->
          throw new ExperimentFailed("the cell refused a job: " + refused.why());
      case JobForgotten(long job) ->
          throw new ExperimentFailed(
              "the cell forgot how %s ended".formatted(JobNumber.format(job)));
      case JobAccepted _, JobProgress _ -> {} // on its way
      case RequestJob _, AbandonJob _, Wake _ ->
          throw new IllegalArgumentException("no answer: " + answer);
    }
  }

  private static long tasks(JobReport report) {
    if (report.state() != JobState.SUCCEEDED) {
      throw new ExperimentFailed("a job did not succeed: " + report);
    }
    return report.stages().stream().mapToLong(StageReport::tasks).sum();
  }
}
