package dev.muster.bench;

import dev.muster.core.event.ClientEvent;
import dev.muster.model.JobReport;
import dev.muster.model.StageReport;
import dev.muster.sim.experiment.JobAnswers;
import java.util.function.Consumer;

/** How many tasks of ended jobs there are. A bench in which a job does not succeed is none. */
final class EndedTasks implements Consumer<ClientEvent> {

  private final JobAnswers answers = new JobAnswers(_ -> {}, this::ended);
  private long count;

  long count() {
    return count;
  }

  @Override
  public void accept(ClientEvent answer) {
    answers.accept(answer);
  }

  private void ended(JobReport report) {
    count += report.stages().stream().mapToLong(StageReport::tasks).sum();
  }
}
