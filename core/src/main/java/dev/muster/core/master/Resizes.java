package dev.muster.core.master;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.ClientEvent.JobForgotten;
import dev.muster.core.event.ClientEvent.ResizeAccepted;
import dev.muster.core.event.ClientEvent.ResizeRejected;
import dev.muster.core.event.MasterEntry.StageResizeRejected;
import dev.muster.core.event.MasterEntry.StageResized;
import dev.muster.core.event.MasterEvent.HoldRejected;
import dev.muster.core.event.MasterEvent.ResizeStage;
import dev.muster.core.event.MasterEvent.StageHeld;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.StageSizeRecorded;
import dev.muster.core.master.MasterConfig.OpenJobLimits;
import dev.muster.core.master.OpenJobs.OpenJob;
import dev.muster.core.master.OpenJobs.OpenJobState;
import dev.muster.core.master.PendingResize.ResizeState;
import dev.muster.core.master.queue.JobQueues;
import dev.muster.core.master.state.JobRecord;
import dev.muster.core.master.state.JobRecords;
import dev.muster.model.JobSpec;
import dev.muster.model.rule.ResizeRules;
import dev.muster.model.text.Quantity;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives stages of running jobs another number of tasks.
 *
 * <p>The master decides whether the size is allowed. The scheduler of the job alone knows whether
 * the stage has ended: it holds the stage, or rejects the resize. Only a size that it holds goes on
 * record. Each revision of a job is decided once, and rejections are on record too, so that a
 * repeated request has the same answer from any leader.
 */
final class Resizes {

  private final OpenJobLimits limits;
  private final JobRecords jobs;
  private final OpenJobs open;
  private final JobQueues queues;
  private final Assignments assignments;
  private final LeaderLog log;
  private final Lifecycle<ResizeState> lifecycle;

  Resizes(
      OpenJobLimits limits,
      JobRecords jobs,
      OpenJobs open,
      JobQueues queues,
      Assignments assignments,
      LeaderLog log,
      MasterLifecycles lifecycles) {
    this.limits = limits;
    this.jobs = jobs;
    this.open = open;
    this.queues = queues;
    this.assignments = assignments;
    this.log = log;
    this.lifecycle = lifecycles.resizes();
  }

  void resize(ResizeStage request, Effects out) {
    var record = jobs.find(request.job());
    if (record == null) {
      if (jobs.hasEnded(request.job())) {
        out.send(request.client(), new JobForgotten(request.job()));
      }
    } else if (!record.accepted().client().equals(request.client())) {
      reject("", request, "`job`: was submitted by another client", out);
    } else if (record.report() != null) {
      answerRecorded(record, request, out);
      out.send(request.client(), new JobEnded(record.report()));
    } else if (request.revision() <= record.resize().revision()) {
      answerRecorded(record, request, out);
    } else {
      decide(record, request, out);
    }
  }

  /**
   * Stale requests are ignored. A client that started anew may have used the revision of a request
   * that was still under way.
   */
  private static void answerRecorded(JobRecord record, ResizeStage request, Effects out) {
    var answer = record.resize();
    if (request.revision() != answer.revision()) {
      return;
    }
    if (answer.stage().equals(request.stage()) && answer.tasks() == request.tasks()) {
      sendAnswer(record, out);
    } else {
      reject(record.accepted().key(), request, ResizeRejected.OVERTAKEN, out);
    }
  }

  private static void sendAnswer(JobRecord record, Effects out) {
    var key = record.accepted().key();
    var answer = record.resize();
    int revision = answer.revision();
    out.send(
        record.accepted().client(),
        answer.isAccepted()
            ? new ResizeAccepted(key, record.job(), revision, answer.stage(), answer.tasks())
            : new ResizeRejected(key, record.job(), revision, answer.why()));
  }

  /** One at a time: a later request waits, and its repetitions move the pending one on. */
  private void decide(JobRecord record, ResizeStage request, Effects out) {
    var job = open.of(record);
    var resize = job.resize;
    if (resize == null) {
      begin(record, job, request, out);
      return;
    }
    if (request.revision() < resize.revision()) {
      return; // stale: the client waits for the answer to a later one
    }
    if (request.revision() == resize.revision() && !request.equals(resize.request)) {
      reject(record.accepted().key(), request, ResizeRejected.OVERTAKEN, out);
      return;
    }
    switch (resize.state()) {
      case HOLDING -> hold(record, resize, out);
      case APPENDED -> {} // answered once the answer is on record
    }
  }

  private void begin(JobRecord record, OpenJob job, ResizeStage request, Effects out) {
    var resize = start(job, record.spec(), request);
    problem(record.spec(), job, resize)
        .ifPresentOrElse(why -> reject(resize, why, out), () -> hold(record, resize, out));
  }

  private PendingResize start(OpenJob job, JobSpec spec, ResizeStage request) {
    int stage = spec.indexOf(request.stage());
    int size = stage < 0 ? 0 : spec.stages().get(stage).tasks();
    var resize = new PendingResize(request, stage, Math.max(0, request.tasks() - size));
    open.promise(resize.promisedTasks());
    queues.resized(request.job(), spec.tasks() + resize.promisedTasks());
    job.resize = resize;
    return resize;
  }

  /** From now on that is the answer to this revision. */
  private void reject(PendingResize resize, String why, Effects out) {
    resize.append(lifecycle);
    log.append(resize.toRejection(why), out);
  }

  private void hold(JobRecord record, PendingResize resize, Effects out) {
    out.send(assignments.schedulerOf(record), resize.toHold(assignments.epochOf(record)));
  }

  private Optional<String> problem(JobSpec spec, OpenJob job, PendingResize resize) {
    if (!job.isAdmitted()) {
      return Optional.of("`job`: has not been admitted yet");
    }
    if (job.cancelled || job.state() == OpenJobState.CLOSING) {
      return Optional.of("`job`: is ending");
    }
    var request = resize.request;
    return ResizeRules.problem(spec, request.stage(), request.tasks())
        .or(() -> excess(spec, resize))
        .or(() -> excessInQueue(resize));
  }

  private Optional<String> excess(JobSpec spec, PendingResize resize) {
    int growth = resize.request.tasks() - spec.stages().get(resize.stage).tasks();
    long all = jobs.openTasks() + open.promisedTasks();
    return growth <= 0 || all <= limits.maxOpenTasks()
        ? Optional.empty()
        : Optional.of(
            "`tasks`: the cell would have "
                + Quantity.formatCount(all)
                + " open tasks; its limit is "
                + Quantity.formatCount(limits.maxOpenTasks())
                + "; try again later");
  }

  private Optional<String> excessInQueue(PendingResize resize) {
    return resize.promisedTasks() <= 0
        ? Optional.empty()
        : queues.excess(resize.request.job()).map(why -> "`tasks`: " + why);
  }

  private static void reject(String key, ResizeStage request, String why, Effects out) {
    out.send(request.client(), new ResizeRejected(key, request.job(), request.revision(), why));
  }

  void reject(HoldRejected rejected, Effects out) {
    var record = jobs.findOpen(rejected.job());
    if (record == null || assignments.isStale(rejected.scheduler(), rejected.epoch())) {
      return;
    }
    var resize = open.of(record).resize;
    if (resize != null
        && resize.revision() == rejected.revision()
        && resize.state() == ResizeState.HOLDING) {
      reject(resize, rejected.why(), out);
    }
  }

  /** Stale messages are ignored; a size is appended once. */
  void record(StageHeld held, Effects out) {
    if (assignments.isStale(held.scheduler(), held.epoch())) {
      return;
    }
    var record = jobs.findOpen(held.job());
    if (record == null) {
      assignments.sendIfEnded(held.job(), held.scheduler(), out);
    } else if (held.revision() <= record.resize().revision()) {
      sendSize(record, held.revision(), held.stage(), held.scheduler(), out);
    } else {
      append(record, held, out);
    }
  }

  private static void sendSize(
      JobRecord record, int revision, int stage, Address<SchedulerEvent> scheduler, Effects out) {
    int tasks = record.spec().stages().get(stage).tasks();
    out.send(scheduler, new StageSizeRecorded(record.job(), revision, tasks));
  }

  private void append(JobRecord record, StageHeld held, Effects out) {
    var job = open.of(record);
    var resize = job.resize == null ? decidedBefore(record, held) : job.resize;
    if (resize.isHeldBy(held)) {
      resize.append(lifecycle);
      log.append(new StageResized(held.job(), held.revision(), held.stage(), held.tasks()), out);
    }
  }

  /** An older leader has decided what the scheduler holds the stage for. */
  private PendingResize decidedBefore(JobRecord record, StageHeld held) {
    var stage = record.spec().stages().get(held.stage());
    var client = record.accepted().client();
    return start(
        open.of(record),
        record.spec(),
        new ResizeStage(held.job(), held.revision(), stage.name(), held.tasks(), client));
  }

  void applied(StageResized resized, Effects out) {
    var record = applied(resized.job(), out);
    if (record != null) {
      sendSize(record, resized.revision(), resized.stage(), assignments.schedulerOf(record), out);
    }
  }

  void applied(StageResizeRejected rejected, Effects out) {
    applied(rejected.job(), out);
  }

  /** Null where the job has ended meanwhile. */
  private @Nullable JobRecord applied(long number, Effects out) {
    var record = jobs.findOpen(number);
    if (record != null) {
      open.resized(open.of(record));
      sendAnswer(record, out);
    }
    return record;
  }
}
