package dev.muster.core.master;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.ClientEvent.JobForgotten;
import dev.muster.core.event.ClientEvent.ResizeAccepted;
import dev.muster.core.event.ClientEvent.ResizeRejected;
import dev.muster.core.event.MasterEntry.StageResized;
import dev.muster.core.event.MasterEvent.HoldRejected;
import dev.muster.core.event.MasterEvent.ResizeStage;
import dev.muster.core.event.MasterEvent.StageHeld;
import dev.muster.core.event.SchedulerEvent.HoldStage;
import dev.muster.core.event.SchedulerEvent.JobEndRecorded;
import dev.muster.core.event.SchedulerEvent.StageSizeRecorded;
import dev.muster.core.master.MasterConfig.OpenJobLimits;
import dev.muster.core.master.OpenJobs.OpenJob;
import dev.muster.core.master.OpenJobs.OpenJobState;
import dev.muster.core.master.PendingResize.ResizeState;
import dev.muster.core.master.state.JobRecord;
import dev.muster.core.master.state.JobRecords;
import dev.muster.model.JobSpec;
import dev.muster.model.rule.ResizeRules;
import dev.muster.model.text.Quantity;
import java.util.Optional;

/**
 * Gives stages of running jobs another number of tasks.
 *
 * <p>The master decides whether the size is allowed. The scheduler of the job alone knows whether
 * the stage has ended: it holds the stage, or rejects the resize. Only a size that it holds goes on
 * record. Each revision of a job is decided once, so that a repeated request has the same answer.
 */
final class Resizes {

  private final OpenJobLimits limits;
  private final JobRecords jobs;
  private final OpenJobs open;
  private final Assignments assignments;
  private final Lifecycle<ResizeState> lifecycle = new Lifecycle<>(ResizeState.class);

  Resizes(OpenJobLimits limits, JobRecords jobs, OpenJobs open, Assignments assignments) {
    this.limits = limits;
    this.jobs = jobs;
    this.open = open;
    this.assignments = assignments;
  }

  void resize(ResizeStage request, Effects out) {
    var record = jobs.find(request.job());
    if (record == null) {
      out.send(request.client(), new JobForgotten(request.job()));
    } else if (!record.accepted().client().equals(request.client())) {
      var why = "`job`: was submitted by another client";
      out.send(request.client(), new ResizeRejected("", request.job(), request.revision(), why));
    } else if (record.report() != null) {
      answerRecorded(record, request, out);
      out.send(request.client(), new JobEnded(record.report()));
    } else if (request.revision() <= record.sizes().revision()) {
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
    var latest = record.sizes().latest();
    if (latest == null || request.revision() != latest.revision()) {
      return;
    }
    var answer = accepted(record, latest);
    if (answer.stage().equals(request.stage()) && answer.tasks() == request.tasks()) {
      out.send(request.client(), answer);
    } else {
      reject(record, request, ResizeRejected.OVERTAKEN, out);
    }
  }

  private static ResizeAccepted accepted(JobRecord record, StageResized latest) {
    var stage = record.sizes().spec().stages().get(latest.stage()).name();
    return new ResizeAccepted(
        record.accepted().key(), latest.job(), latest.revision(), stage, latest.tasks());
  }

  private void decide(JobRecord record, ResizeStage request, Effects out) {
    var resize = pending(record, request);
    if (request.revision() < resize.revision()) {
      return; // stale: the client waits for the answer to a later one
    }
    if (request.revision() == resize.revision() && !request.equals(resize.request)) {
      reject(record, request, ResizeRejected.OVERTAKEN, out);
      return;
    }
    switch (resize.state()) {
      case HOLDING -> hold(record, resize, out);
      case REJECTED -> reject(record, request, resize.why(), out);
      case APPENDED -> {} // answered once the size is on record
    }
  }

  /** One at a time: a later request waits, and its repetitions move the pending one on. */
  private PendingResize pending(JobRecord record, ResizeStage request) {
    var job = open.of(record);
    var before = job.resize;
    if (before != null
        && (before.state() != ResizeState.REJECTED || request.revision() <= before.revision())) {
      return before;
    }
    var spec = record.sizes().spec();
    var problem = problem(spec, job, request);
    var resize = start(job, spec, request);
    problem.ifPresent(why -> reject(resize, why));
    return resize;
  }

  private PendingResize start(OpenJob job, JobSpec spec, ResizeStage request) {
    int stage = spec.indexOf(request.stage());
    int size = stage < 0 ? 0 : spec.stages().get(stage).tasks();
    var resize = new PendingResize(request, stage, Math.max(0, request.tasks() - size));
    open.promise(resize.promisedTasks());
    job.resize = resize;
    return resize;
  }

  private void reject(PendingResize resize, String why) {
    open.promise(-resize.promisedTasks());
    resize.reject(why, lifecycle);
  }

  private void hold(JobRecord record, PendingResize resize, Effects out) {
    out.send(
        assignments.schedulerOf(record),
        new HoldStage(
            assignments.epochOf(record),
            record.job(),
            resize.revision(),
            resize.stage,
            resize.request.tasks()));
  }

  private Optional<String> problem(JobSpec spec, OpenJob job, ResizeStage request) {
    if (job.state() == OpenJobState.SUBMITTED) {
      return Optional.of("`job`: has not been admitted yet");
    }
    if (job.cancelled || job.state() == OpenJobState.CLOSING) {
      return Optional.of("`job`: is ending");
    }
    return ResizeRules.problem(spec, request.stage(), request.tasks())
        .or(() -> excess(spec, request));
  }

  private Optional<String> excess(JobSpec spec, ResizeStage request) {
    long now = spec.stages().get(spec.indexOf(request.stage())).tasks();
    long all = jobs.openTasks() + open.promisedTasks() - now + request.tasks();
    return request.tasks() <= now || all <= limits.maxOpenTasks()
        ? Optional.empty()
        : Optional.of(
            "`tasks`: the cell would have "
                + Quantity.formatCount(all)
                + " open tasks; its limit is "
                + Quantity.formatCount(limits.maxOpenTasks())
                + "; try again later");
  }

  private static void reject(JobRecord record, ResizeStage request, String why, Effects out) {
    var key = record.accepted().key();
    out.send(request.client(), new ResizeRejected(key, request.job(), request.revision(), why));
  }

  /** From now on that is the answer to this revision. */
  void reject(HoldRejected rejected, Effects out) {
    var record = jobs.findOpen(rejected.job());
    if (record == null || assignments.isStale(rejected.scheduler(), rejected.epoch())) {
      return;
    }
    var resize = open.of(record).resize;
    if (resize != null
        && resize.revision() == rejected.revision()
        && resize.state() == ResizeState.HOLDING) {
      reject(resize, rejected.why());
      reject(record, resize.request, resize.why(), out);
    }
  }

  /** Stale messages are ignored; a size is appended once. */
  void record(StageHeld held, Effects out) {
    if (assignments.isStale(held.scheduler(), held.epoch())) {
      return;
    }
    var record = jobs.findOpen(held.job());
    if (record == null) {
      out.send(held.scheduler(), new JobEndRecorded(held.job()));
    } else if (held.revision() <= record.sizes().revision()) {
      out.send(held.scheduler(), new StageSizeRecorded(held.job(), held.revision()));
    } else {
      append(record, held, out);
    }
  }

  private void append(JobRecord record, StageHeld held, Effects out) {
    var job = open.of(record);
    var resize = job.resize == null ? decidedBefore(record, held) : job.resize;
    if (resize.isHeldBy(held)) {
      resize.append(lifecycle);
      out.append(new StageResized(held.job(), held.revision(), held.stage(), held.tasks()));
    }
  }

  /** An older leader has decided what the scheduler holds the stage for. */
  private PendingResize decidedBefore(JobRecord record, StageHeld held) {
    var stage = record.sizes().spec().stages().get(held.stage());
    var client = record.accepted().client();
    return start(
        open.of(record),
        record.sizes().spec(),
        new ResizeStage(held.job(), held.revision(), stage.name(), held.tasks(), client));
  }

  void applied(StageResized resized, Effects out) {
    var record = jobs.findOpen(resized.job());
    if (record != null) {
      clear(open.of(record), resized);
      out.send(record.accepted().client(), accepted(record, resized));
      out.send(
          assignments.schedulerOf(record),
          new StageSizeRecorded(resized.job(), resized.revision()));
    }
  }

  private void clear(OpenJob job, StageResized resized) {
    if (job.resize != null && job.resize.revision() <= resized.revision()) {
      open.promise(-job.resize.promisedTasks());
      job.resize = null;
    }
  }

  Lifecycle<ResizeState> lifecycle() {
    return lifecycle;
  }
}
