package dev.muster.core.master;

import dev.muster.core.actor.Effects;
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
      reject(request, "`job`: was submitted by another client", out);
    } else if (record.report() != null) {
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
    if (latest == null || request.revision() < latest.revision()) {
      return;
    }
    var yes = accepted(request);
    if (yes.equals(accepted(record, latest))) {
      out.send(request.client(), yes);
    } else {
      reject(request, "`revision`: another resize of the job came before", out);
    }
  }

  private static ResizeAccepted accepted(ResizeStage request) {
    return new ResizeAccepted(request.job(), request.revision(), request.stage(), request.tasks());
  }

  private static ResizeAccepted accepted(JobRecord record, StageResized latest) {
    var stage = record.sizes().spec().stages().get(latest.stage()).name();
    return new ResizeAccepted(latest.job(), latest.revision(), stage, latest.tasks());
  }

  private void decide(JobRecord record, ResizeStage request, Effects out) {
    var job = open.of(record);
    if (request.revision() < job.decided) {
      return; // stale: the client waits for the answer to a later one
    }
    var spec = record.sizes().spec();
    if (request.revision() > job.decided) {
      job.decided = request.revision();
      job.objection = problem(spec, job, request).orElse(null);
    }
    if (job.objection != null) {
      reject(request, job.objection, out);
      return;
    }
    int stage = spec.indexOf(request.stage());
    out.send(
        assignments.schedulerOf(record),
        new HoldStage(request.job(), request.revision(), stage, request.tasks()));
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
    long all = jobs.openTasks() - now + request.tasks();
    return request.tasks() <= now || all <= limits.maxOpenTasks()
        ? Optional.empty()
        : Optional.of(
            "`tasks`: the cell would have "
                + Quantity.formatCount(all)
                + " open tasks; its limit is "
                + Quantity.formatCount(limits.maxOpenTasks())
                + "; try again later");
  }

  private static void reject(ResizeStage request, String why, Effects out) {
    out.send(request.client(), new ResizeRejected(request.job(), request.revision(), why));
  }

  /** The scheduler does not agree; from now on that is the answer to this revision. */
  void reject(HoldRejected rejected, Effects out) {
    var record = jobs.findOpen(rejected.job());
    if (record == null || assignments.isStale(rejected.scheduler(), rejected.epoch())) {
      return;
    }
    var job = open.of(record);
    if (rejected.revision() == job.decided && rejected.revision() > job.resized) {
      job.objection = rejected.why();
      out.send(
          record.accepted().client(),
          new ResizeRejected(rejected.job(), rejected.revision(), rejected.why()));
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
    } else if (held.revision() > open.of(record).resized) {
      open.of(record).resized = held.revision();
      out.append(new StageResized(held.job(), held.revision(), held.stage(), held.tasks()));
    }
  }

  void applied(StageResized resized, Effects out) {
    var record = jobs.findOpen(resized.job());
    if (record != null) {
      out.send(record.accepted().client(), accepted(record, resized));
      out.send(
          assignments.schedulerOf(record),
          new StageSizeRecorded(resized.job(), resized.revision()));
    }
  }
}
