package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Work;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.ClientEvent.ResizeAccepted;
import dev.muster.core.event.ClientEvent.ResizeRejected;
import dev.muster.core.event.MasterEntry.StageResizeRejected;
import dev.muster.core.event.MasterEntry.StageResized;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.StageSizeRecorded;
import dev.muster.model.JobReport;
import dev.muster.model.JobState;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Promise 8, of stages that change their size: all answers to a resize are the same, and a resize
 * is accepted only with its size on record; a job that succeeds has exactly the tasks of its last
 * sizes on record; a scheduler that knows the size of a stage gives out no task beyond it.
 */
final class ResizeCheck implements Observer {

  private record Revision(long job, int revision) {}

  /**
   * What the epoch of a scheduler that has a job knows of its stages.
   *
   * @param tasks by stage
   */
  private record KnownSizes(int epoch, int revision, List<Integer> tasks) {}

  private final Map<Revision, StageResized> recorded = new HashMap<>();
  private final Set<Revision> rejected = new HashSet<>();
  private final Map<Revision, Event> answers = new HashMap<>();
  private final Map<Long, KnownSizes> known = new HashMap<>();
  private final MasterRecord record = new MasterRecord();

  @Override
  public void delivered(Address<?> to, Event event) {
    record.delivered(event);
    switch (event) {
      case EntryCommitted(_, StageResized entry) ->
          recorded.put(new Revision(entry.job(), entry.revision()), entry);
      case EntryCommitted(_, StageResizeRejected entry) ->
          rejected.add(new Revision(entry.job(), entry.revision()));
      case AssignJob job -> assigned(job);
      case StageSizeRecorded size -> learned(size);
      case JobEnded end when end.report().state() == JobState.SUCCEEDED -> succeeded(end.report());
      default -> {} // says nothing of sizes
    }
  }

  private void assigned(AssignJob job) {
    var before = known.get(job.job());
    if (before == null || before.epoch() < job.epoch()) {
      var tasks = job.spec().stages().stream().map(StageSpec::tasks).toList();
      known.put(job.job(), new KnownSizes(job.epoch(), job.revision(), tasks));
    }
  }

  private void learned(StageSizeRecorded size) {
    var before = known.get(size.job());
    var revision = new Revision(size.job(), size.revision());
    var entry = recorded.get(revision);
    if (entry == null) {
      if (!rejected.contains(revision)) {
        throw new BrokenPromise(8, size + ", and it is not on record");
      }
      return;
    }
    if (before != null && before.revision() < size.revision()) {
      var tasks = new ArrayList<>(before.tasks());
      tasks.set(entry.stage(), entry.tasks());
      known.put(size.job(), new KnownSizes(before.epoch(), size.revision(), tasks));
    }
  }

  private void succeeded(JobReport report) {
    for (int stage = 0; stage < report.stages().size(); stage++) {
      int tasks = report.stages().get(stage).tasks();
      int size = record.sizes(report.job(), stage).getLast();
      if (tasks != size) {
        throw new BrokenPromise(
            8,
            "job-%d ended with %d tasks in stage %d; on record are %d"
                .formatted(report.job(), tasks, stage, size));
      }
    }
  }

  @Override
  public void sent(Address<?> to, Event event) {
    switch (event) {
      case ResizeAccepted accepted -> accepted(accepted);
      case ResizeRejected rejected -> rejected(rejected);
      case LaunchTask launch -> given(launch.reservation(), launch.work());
      case PlaceTask place -> given(place.reservation(), place.work());
      default -> {} // says nothing of sizes
    }
  }

  /** Another client, or a request that was overtaken, has its answer without any record. */
  private void rejected(ResizeRejected answer) {
    var revision = new Revision(answer.job(), answer.revision());
    boolean isByRequest = answer.key().isEmpty() || answer.why().equals(ResizeRejected.OVERTAKEN);
    if (!isByRequest && !rejected.contains(revision)) {
      throw new BrokenPromise(8, answer + ", and it is not on record");
    }
    answered(revision, answer);
  }

  private void accepted(ResizeAccepted accepted) {
    var revision = new Revision(accepted.job(), accepted.revision());
    var entry = recorded.get(revision);
    if (entry == null
        || entry.tasks() != accepted.tasks()
        || !record.stageName(entry.job(), entry.stage()).equals(accepted.stage())) {
      throw new BrokenPromise(8, accepted + ", and it is not on record");
    }
    answered(revision, accepted);
  }

  private void answered(Revision revision, Event answer) {
    var before = answers.put(revision, answer);
    if (before != null && !before.equals(answer)) {
      throw new BrokenPromise(8, "%s was answered before by %s".formatted(answer, before));
    }
  }

  private void given(long reservation, Work work) {
    var sizes = known.get(work.job());
    if (sizes == null || ReservationId.isOlder(reservation, sizes.epoch())) {
      return; // of an epoch that may not know
    }
    if (work.index() >= sizes.tasks().get(work.stage())) {
      throw new BrokenPromise(
          8, "%s was given out, and its stage has %s tasks".formatted(work, sizes.tasks()));
    }
  }
}
