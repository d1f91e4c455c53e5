package dev.muster.core.scheduler;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent.JobEndRecorded;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TasksRecorded;
import dev.muster.core.scheduler.job.JobManager;
import dev.muster.core.scheduler.job.Receipts.Receipt;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.model.TaskId;
import java.util.List;

/**
 * Puts successes on the master's record and lets nodes forget results: a success once it is there
 * or its job has ended, anything else at once.
 */
final class Recording {

  private final PlacerContext context;
  private final AssignedJobs jobs;

  Recording(PlacerContext context, AssignedJobs jobs) {
    this.context = context;
    this.jobs = jobs;
  }

  /**
   * A result was received. A success that is not the first waits until its task is on record: its
   * node sends the result again.
   *
   * @param counts whether it changed what is known of the job
   */
  void received(JobManager job, TaskFinished finished, boolean counts, Effects out) {
    var task = new TaskId(finished.stage(), finished.index());
    boolean succeeded = finished.result().succeeded();
    if (succeeded && counts) {
      job.receipts()
          .add(
              new Receipt(
                  finished.node(),
                  finished.reservation(),
                  task,
                  finished.result().hasOutputOnNode()));
      sendIfDue(job, out);
    } else if (!succeeded || job.receipts().isRecorded(task)) {
      acknowledge(finished, counts, out);
    }
  }

  void acknowledge(TaskFinished finished, boolean recorded, Effects out) {
    out.send(
        NodeEvent.at(finished.node()),
        new NodeEvent.AcknowledgeResult(finished.reservation(), recorded));
  }

  private void acknowledge(List<Receipt> recorded, Effects out) {
    for (var receipt : recorded) {
      out.send(
          NodeEvent.at(receipt.node()),
          new NodeEvent.AcknowledgeResult(receipt.reservation(), true));
    }
  }

  /** The master has a batch. */
  void recorded(TasksRecorded recorded, Effects out) {
    var job = jobs.find(recorded.job());
    if (job != null) {
      acknowledge(job.receipts().recorded(recorded.batch()), out);
      sendIfDue(job, out);
    }
  }

  /** The master has the end of a job on record, and with it the rest of its successes. */
  void recorded(JobEndRecorded recorded, Effects out) {
    acknowledge(jobs.ended.recorded(recorded.job()), out);
  }

  /** Sends what should not wait for the beat. */
  void sendIfDue(JobManager job, Effects out) {
    if (job.receipts().isDue()) {
      send(job, out);
    }
  }

  /** Sends what there is, or sends it again. */
  void send(JobManager job, Effects out) {
    var batch = job.receipts().batch(context.self());
    if (batch != null) {
      out.send(context.master(), batch);
    }
  }
}
