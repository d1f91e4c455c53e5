package dev.muster.core.scheduler;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.MasterEvent.JobsReported;
import dev.muster.core.event.SchedulerEvent.SharesChanged;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.model.queue.JobAllowance;
import dev.muster.model.queue.JobUse;
import java.util.ArrayList;
import java.util.List;

/** Holds jobs to the shares of their queues, and tells the master what they use and could use. */
final class JobShares {

  private final PlacerContext context;
  private final AssignedJobs jobs;
  private long latest = -1;

  JobShares(PlacerContext context, AssignedJobs jobs) {
    this.context = context;
    this.jobs = jobs;
  }

  /** Shares that were overtaken are stale, and their answer would be. */
  void changed(long nowNs, SharesChanged changed, Effects out) {
    if (changed.sequence() <= latest) {
      return;
    }
    latest = changed.sequence();
    apply(nowNs, changed, out);
    List<JobUse> uses = new ArrayList<>();
    jobs.all().forEach(job -> uses.add(job.use()));
    out.send(
        context.master(),
        new JobsReported(context.self(), context.epoch(), changed.sequence(), uses));
  }

  /** What the shares allow is placed before it is reported as wanted. */
  private void apply(long nowNs, SharesChanged changed, Effects out) {
    var shares = new LongMap<JobAllowance>();
    changed.shares().forEach(each -> shares.put(each.job(), each.share()));
    for (var job : jobs.all()) {
      var share = shares.find(job.job());
      job.changeShare(nowNs, share == null ? JobAllowance.ANY : share, out);
    }
    jobs.adjustAll(nowNs, out);
  }
}
