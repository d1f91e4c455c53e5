package dev.muster.sim.experiment;

import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.AbandonJob;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.ClientEvent.JobForgotten;
import dev.muster.core.event.ClientEvent.JobProgress;
import dev.muster.core.event.ClientEvent.JobRejected;
import dev.muster.core.event.ClientEvent.JobWaits;
import dev.muster.core.event.ClientEvent.QueuesRecorded;
import dev.muster.core.event.ClientEvent.QueuesRejected;
import dev.muster.core.event.ClientEvent.RequestJob;
import dev.muster.core.event.ClientEvent.RequestQueues;
import dev.muster.core.event.ClientEvent.RequestResize;
import dev.muster.core.event.ClientEvent.RequestSuspension;
import dev.muster.core.event.ClientEvent.ResizeAccepted;
import dev.muster.core.event.ClientEvent.ResizeRejected;
import dev.muster.core.event.ClientEvent.SuspensionRecorded;
import dev.muster.core.event.Wake;
import dev.muster.model.JobReport;
import dev.muster.model.JobState;
import dev.muster.model.text.JobNumber;
import java.util.function.Consumer;

/**
 * The answers of the cell to the client of an experiment. An experiment in which the cell rejects
 * or forgets a job, or a job does not succeed, has no result.
 */
public record JobAnswers(Consumer<JobAccepted> accepted, Consumer<JobReport> ended)
    implements Consumer<ClientEvent> {

  @Override
  public void accept(ClientEvent answer) {
    switch (answer) {
      case JobAccepted acceptance -> accepted.accept(acceptance);
      case JobEnded end -> ended.accept(succeeded(end.report()));
      case JobProgress _ -> {} // not requested
      case JobRejected rejected ->
          throw new ExperimentFailed("the cell rejected a job: " + rejected.why());
      case JobForgotten forgotten ->
          throw new ExperimentFailed(
              "the cell forgot how %s ended".formatted(JobNumber.format(forgotten.job())));
      case JobWaits _ -> {} // for people
      case ResizeAccepted _, ResizeRejected _, SuspensionRecorded _ -> {} // nobody asks for it
      case QueuesRecorded _ -> {}
      case QueuesRejected rejected ->
          throw new ExperimentFailed("the cell rejected its queues: " + rejected.problems());
      case RequestJob _,
          AbandonJob _,
          RequestResize _,
          RequestSuspension _,
          RequestQueues _,
          Wake _ ->
          throw new IllegalArgumentException("no answer: " + answer);
    }
  }

  private static JobReport succeeded(JobReport report) {
    if (report.state() != JobState.SUCCEEDED) {
      throw new ExperimentFailed("a job did not succeed: " + report);
    }
    return report;
  }
}
