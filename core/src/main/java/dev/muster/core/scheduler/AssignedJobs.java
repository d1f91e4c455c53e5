package dev.muster.core.scheduler;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.scheduler.job.JobManager;
import dev.muster.core.scheduler.job.Stage;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.model.JobReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The jobs of one scheduler, from their assignment until the master has their end on record. */
final class AssignedJobs {

  private final PlacerContext context;
  private final LongMap<JobManager> open = new LongMap<>();
  final EndedJobs ended = new EndedJobs();

  AssignedJobs(PlacerContext context) {
    this.context = context;
  }

  void add(JobManager job) {
    open.put(job.job(), job);
  }

  /** One that has not ended; null where there is none. */
  @Nullable JobManager find(long job) {
    return open.find(job);
  }

  /** All that have not ended. */
  List<JobManager> all() {
    return open.values();
  }

  /** Whether it was added, and may have ended since. */
  boolean knows(long job) {
    return open.find(job) != null || ended.knows(job);
  }

  /** After anything that may have changed what the job needs in this stage. */
  void proceed(long nowNs, JobManager job, Stage stage, Effects out) {
    closeIfDecided(nowNs, job, out);
    if (job.isOpen()) {
      restartGang(nowNs, stage, out);
      job.graph().adjust(nowNs, stage, out);
      job.reports().sendProgress(nowNs, context.timing().progressEveryNs(), out);
    }
  }

  /** The same for all stages of the job. */
  void proceed(long nowNs, JobManager job, Effects out) {
    closeIfDecided(nowNs, job, out);
    if (job.isOpen()) {
      job.graph().eachActive(stage -> restartGang(nowNs, stage, out));
      job.graph().adjustOpen(nowNs, out);
    }
  }

  private void restartGang(long nowNs, Stage stage, Effects out) {
    stage.noticeRestart();
    if (stage.isRestarting()) {
      stage.attempts().endAll(nowNs, out);
      stage.noticeRestart(); // over at once, if no claim was decided yet
    }
  }

  void adjustAll(long nowNs, Effects out) {
    for (var job : all()) {
      job.graph().adjustOpen(nowNs, out);
    }
  }

  void stop(long nowNs, long number, Effects out) {
    var job = find(number);
    if (job != null) {
      job.cancel();
      closeIfDecided(nowNs, job, out);
    }
  }

  /** Has the attempts of a job end once its end is decided; after the last the job is over. */
  private void closeIfDecided(long nowNs, JobManager job, Effects out) {
    job.closeIfDecided(nowNs, out);
    if (job.endIfIdle()) {
      open.remove(job.job());
      var report = job.report(nowNs);
      ended.add(report, job.receipts().rest());
      send(report, out);
    }
  }

  /** Reports, once more, the ends that are not on record. */
  void sendEnded(Effects out) {
    for (var report : ended.unrecorded()) {
      send(report, out);
    }
  }

  private void send(JobReport report, Effects out) {
    out.send(
        context.master(), new MasterEvent.JobFinished(context.self(), context.epoch(), report));
  }
}
