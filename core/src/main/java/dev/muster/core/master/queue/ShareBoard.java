package dev.muster.core.master.queue;

import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.master.share.FairShares;
import dev.muster.core.master.share.JobNeed;
import dev.muster.core.master.share.JobShare;
import dev.muster.core.master.share.QueueStanding;
import dev.muster.core.master.share.Reclaim;
import dev.muster.core.master.share.ReclaimClock;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.queue.JobAllowance;
import dev.muster.model.queue.JobUse;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What each job may use, as computed last from what schedulers reported, and what a job that was
 * admitted since may begin with.
 */
public final class ShareBoard {

  /** How many times the whole cell a job may have sent to nodes. */
  private static final int QUEUED_AHEAD = 2;

  private final JobQueues queues;
  private final ReclaimClock clock = new ReclaimClock();
  private LongMap<JobUse> uses = new LongMap<>();
  private LongMap<JobAllowance> allowances = new LongMap<>();
  private TreeMap<String, QueueStanding> standings = new TreeMap<>();

  private Resources cell = Resources.NONE;

  /** Whether the share of some job was limited, as computed last. */
  private boolean contended;

  /** What jobs may use together, and the queues for which that was computed. */
  private QueueRoom given = new QueueRoom();

  private QueueTree computedFor = QueueTree.OPEN;

  /** Of what queues have left of their guarantees, what jobs began with since. */
  private final TreeMap<String, Resources> begun = new TreeMap<>();

  public ShareBoard(JobQueues queues) {
    this.queues = queues;
  }

  /** What the jobs of a scheduler use and want. */
  public void report(List<JobUse> jobs) {
    jobs.forEach(each -> uses.put(each.job(), each));
  }

  /** Computes anew what each admitted job may use. */
  public void compute(long nowNs, Resources present) {
    cell = present;
    var tree = queues.tree();
    var needs = needs();
    var shares = FairShares.of(tree, cell, needs);
    var due = clock.due(nowNs, shares.queues(), tree.reclaimAfterNs());
    begun.clear();
    given = new QueueRoom();
    computedFor = tree;
    standings = new TreeMap<>();
    shares.queues().forEach(each -> standings.put(each.path(), each));
    allowances = new LongMap<>();
    contended = false;
    for (var share : shares.jobs()) {
      var job = queues.find(share.job());
      boolean stopped = job != null && queues.isSuspended(job);
      contended |= !stopped && !share.isUnlimited();
      if (job != null) {
        var allowed = stopped ? JobAllowance.NOTHING : allowance(share).with(job.queue().quota());
        allowances.put(share.job(), allowed);
        given.take(job, allowed);
      }
    }
    if (contended) {
      new QueueGrowth(allowances).limit(needs);
    }
    for (var back : Reclaim.of(tree, cell, needs, shares, due)) {
      var allowed = allowances.find(back.job());
      if (allowed != null) {
        allowances.put(back.job(), allowed.keeping(back.keep()));
      }
    }
  }

  private JobAllowance allowance(JobShare share) {
    return share.isUnlimited() ? anything() : JobAllowance.atMost(share.mayUse());
  }

  /**
   * What a job may use that nobody else wants. Where there are queues that is no more than some
   * times the cell: tasks that wait at nodes already would be in the way of those who come later.
   */
  private JobAllowance anything() {
    return queues.tree().isOpen() || cell.equals(Resources.NONE)
        ? JobAllowance.ANY
        : JobAllowance.atMost(cell.times(QUEUED_AHEAD));
  }

  /** What of ended jobs was reported is forgotten. */
  private List<JobNeed> needs() {
    List<JobNeed> needs = new ArrayList<>();
    var current = new LongMap<JobUse>();
    for (var job : queues.all()) {
      if (job.isAdmitted()) {
        var reported = uses.find(job.number());
        if (reported != null) {
          current.put(job.number(), reported);
        }
        needs.add(need(job, reported == null ? expected(job) : reported));
      }
    }
    uses = current;
    return needs;
  }

  private JobNeed need(QueuedJob job, JobUse use) {
    return new JobNeed(
        job.number(),
        job.queue().path(),
        job.spec().user(),
        job.spec().priority(),
        use.used(),
        use.wanted(),
        use.each(),
        queues.isSuspended(job));
  }

  /** What a job wants that has just been admitted: all tasks that wait for no others. */
  private static JobUse expected(QueuedJob job) {
    var wanted = Resources.NONE;
    var each = Resources.NONE;
    long left = job.tokens() > 0 ? job.tokens() : job.spec().tokens();
    for (var stage : job.spec().stages()) {
      if (stage.after().isEmpty() && left > 0) {
        int count = (int) Math.min(left, stage.tasks());
        left -= count;
        wanted = wanted.plus(stage.resources().times(count));
        each = each.max(least(stage));
      }
    }
    return new JobUse(job.number(), Resources.NONE, wanted, each);
  }

  /** What the stage needs to start anything. */
  private static Resources least(StageSpec stage) {
    return stage.isGang() ? stage.resources().times(stage.tasks()) : stage.resources();
  }

  /** What a job may use, as computed last. */
  public JobAllowance of(long job) {
    var known = allowances.find(job);
    return known == null ? JobAllowance.ANY : known;
  }

  /**
   * What a job may use that its scheduler is told of now. One that was admitted since shares were
   * computed begins with what is left of the guarantee of its queue, where others want all that is
   * there; never with more than what the maxima of its queues and user leave, whatever the others
   * do. Where nothing was computed for these queues yet it begins with nothing.
   */
  public JobAllowance initial(long number) {
    var job = queues.find(number);
    if (job == null) {
      return JobAllowance.ANY;
    }
    var known = allowances.find(number);
    return known == null ? first(job) : known;
  }

  private JobAllowance first(QueuedJob job) {
    if (queues.isSuspended(job)) {
      return JobAllowance.NOTHING;
    }
    var tree = queues.tree();
    var allowed = contended ? JobAllowance.atMost(begin(job)) : anything();
    if (!tree.isOpen()) {
      boolean isKnown = tree.equals(computedFor) && !cell.equals(Resources.NONE);
      var room = isKnown ? given.room(job, cell) : Resources.NONE;
      allowed = JobAllowance.atMost(allowed.most().min(room));
      given.take(job, allowed);
    }
    return allowed.with(job.queue().quota());
  }

  private Resources begin(QueuedJob job) {
    var path = job.queue().path();
    var standing = standings.get(path);
    var taken = begun.getOrDefault(path, Resources.NONE);
    var left = left(standing).minus(taken).max(Resources.NONE);
    var wanted = expected(job).wanted().min(left);
    begun.put(path, taken.plus(wanted));
    return wanted;
  }

  private static Resources left(@Nullable QueueStanding standing) {
    return standing == null
        ? Resources.NONE
        : standing.guarantee().minus(standing.uses()).max(Resources.NONE);
  }
}
