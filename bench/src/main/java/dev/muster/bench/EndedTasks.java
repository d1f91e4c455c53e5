package dev.muster.bench;

import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.Accepted;
import dev.muster.core.event.ClientEvent.Ended;
import dev.muster.core.event.ClientEvent.Forgotten;
import dev.muster.core.event.ClientEvent.GiveUp;
import dev.muster.core.event.ClientEvent.Progress;
import dev.muster.core.event.ClientEvent.Refused;
import dev.muster.core.event.ClientEvent.Request;
import dev.muster.core.event.Wake;
import dev.muster.model.JobNumber;
import dev.muster.model.JobReport;
import dev.muster.model.JobState;
import dev.muster.model.StageReport;
import dev.muster.sim.experiment.ExperimentFailed;
import java.util.function.Consumer;

/** How many tasks of ended jobs there are. A bench in which a job does not succeed is none. */
final class EndedTasks implements Consumer<ClientEvent> {

  private long count;

  long count() {
    return count;
  }

  @Override
  public void accept(ClientEvent news) {
    switch (news) {
      case Ended(var report) -> count += tasks(report);
      case Refused refused ->
          throw new ExperimentFailed("the cell refused a job: " + refused.why());
      case Forgotten(long job) ->
          throw new ExperimentFailed(
              "the cell forgot how %s ended".formatted(JobNumber.format(job)));
      case Accepted _, Progress _ -> {} // on its way
      case Request _, GiveUp _, Wake _ -> throw new IllegalArgumentException("no news: " + news);
    }
  }

  private static long tasks(JobReport report) {
    if (report.state() != JobState.SUCCEEDED) {
      throw new ExperimentFailed("a job did not succeed: " + report);
    }
    return report.stages().stream().mapToLong(StageReport::tasks).sum();
  }
}
