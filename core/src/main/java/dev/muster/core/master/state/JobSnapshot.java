package dev.muster.core.master.state;

import dev.muster.core.actor.TraceHash;
import dev.muster.core.event.MasterEntry.JobClosed;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.master.state.JobRecord.ResizeAnswer;
import dev.muster.core.master.state.JobRecord.Suspension;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.OutputPlaces;
import dev.muster.model.OutputPlaces.StagePlaces;
import dev.muster.model.TaskSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One job of a {@link MasterSnapshot}.
 *
 * @param admitted whether a scheduler may have the job
 * @param tokens of its queue that the job takes
 * @param batch the latest batch of completed tasks
 * @param outputs where the outputs of completed tasks are
 * @param spec the job with its stages as large as they are now
 * @param resize the answer to the latest resize
 * @param report how the job ended; null while it is open
 */
public record JobSnapshot(
    JobOpened accepted,
    boolean admitted,
    int tokens,
    Suspension suspension,
    long batch,
    TaskSet completed,
    List<StagePlaces> outputs,
    JobSpec spec,
    ResizeAnswer resize,
    @Nullable JobReport report) {

  void digest(TraceHash hash) {
    accepted.trace(hash);
    hash.add(admitted).add(tokens).add(batch);
    hash.add(suspension.revision()).add(suspension.on());
    for (var stage : completed.stages()) {
      hash.add(stage.stage()).addNumbers(stage.words());
    }
    outputs.forEach(stage -> digest(hash, stage));
    spec.stages().forEach(stage -> hash.add(stage.tasks()));
    hash.add(resize.revision()).add(resize.stage()).add(resize.tasks()).add(resize.why());
    if (report != null) {
      new JobClosed(report).trace(hash);
    }
  }

  private static void digest(TraceHash hash, StagePlaces places) {
    for (int index = 0; index < places.nodes().size(); index++) {
      if (places.nodes().get(index) != OutputPlaces.NOWHERE) {
        hash.add(places.stage()).add(index).add(places.nodes().get(index));
      }
    }
  }
}
