package dev.muster.core.scheduler;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.Notice.StageSizeChanged;
import dev.muster.core.event.SchedulerEvent.HoldStage;
import dev.muster.core.event.SchedulerEvent.StageSizeRecorded;
import dev.muster.core.scheduler.job.JobManager;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.model.Admission;

/**
 * How a stage of a job gets another size.
 *
 * <pre>
 *   hold --> held, and sent to the master until --> recorded: tasks appear or are withdrawn
 * </pre>
 *
 * <p>A stage that is held does not end. So nothing that waits for the stage has started by another
 * size than the one on record, and an epoch that takes the job over goes on with that one.
 */
final class Resizing {

  private final PlacerContext context;
  private final AssignedJobs jobs;
  private final LostOutputs lostOutputs;

  Resizing(PlacerContext context, AssignedJobs jobs, LostOutputs lostOutputs) {
    this.context = context;
    this.jobs = jobs;
    this.lostOutputs = lostOutputs;
  }

  /** While it is not known what older epochs have started, the client has to ask again. */
  void hold(HoldStage hold, Effects out) {
    var job = jobs.find(hold.job());
    if (job == null
        || hold.epoch() != context.epoch()
        || job.isCounting()
        || !job.heldStage().isNext(hold)) {
      return;
    }
    var stage = job.stage(hold.stage());
    if (!job.isOpen()) {
      reject(hold, "`job`: is ending", out);
    } else if (job.graph().hasEnded(stage)) {
      reject(hold, "`stage`: `" + stage.spec().name() + "` has ended", out);
    } else {
      job.heldStage().hold(hold);
      sendHeld(job, out);
    }
  }

  private void reject(HoldStage hold, String why, Effects out) {
    out.send(
        context.master(),
        new MasterEvent.HoldRejected(
            context.self(), context.epoch(), hold.job(), hold.revision(), why));
  }

  /** Sends, once more, which stage of the job is held. */
  void sendHeld(JobManager job, Effects out) {
    var held = job.heldStage().held();
    if (held != null) {
      out.send(
          context.master(),
          new MasterEvent.StageHeld(
              context.self(),
              context.epoch(),
              held.job(),
              held.revision(),
              held.stage(),
              held.tasks()));
    }
  }

  void recorded(long nowNs, StageSizeRecorded recorded, Effects out) {
    var job = jobs.find(recorded.job());
    var done = job == null ? null : job.heldStage().release(recorded);
    if (job == null || done == null || !job.isOpen()) {
      return; // stale, or the job ends without it
    }
    var stage = job.stage(done.stage());
    int added = recorded.tasks() - stage.tasks().size();
    if (added > 0 && stage.placer().admission() == Admission.QUEUED) {
      out.busy(context.thinking().ns(job.spec(), added));
    }
    out.publish(new StageSizeChanged(job.job(), stage.index(), recorded.tasks()));
    stage.resize(nowNs, recorded.tasks(), out);
    if (added > 0) {
      lostOutputs.stageGrew(job, out);
    }
    job.graph().openIfUnblocked(stage);
    job.completeIfDone(stage, out);
    jobs.proceed(nowNs, job, stage, out);
  }
}
