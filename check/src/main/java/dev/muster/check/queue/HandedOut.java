package dev.muster.check.queue;

import dev.muster.model.Resources;
import dev.muster.model.queue.JobAllowance;
import dev.muster.model.queue.OpportunisticQuota;
import dev.muster.model.queue.Portions;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** What a leader has said that jobs may use, held against one tree of queues. */
final class HandedOut {

  private final QueueTree tree;
  private final Resources cell;
  private final LoggedQueues log;
  private final Map<Long, JobAllowance> allowances;

  /**
   * @param cell as large as the leader may take it for
   */
  HandedOut(QueueTree tree, Resources cell, LoggedQueues log, Map<Long, JobAllowance> allowances) {
    this.tree = tree;
    this.cell = cell;
    this.log = log;
    this.allowances = allowances;
  }

  /** What is more than the tree allows, whatever jobs do. */
  Optional<String> excess() {
    if (tree.isOpen()) {
      return Optional.empty();
    }
    for (var queue : tree.queues()) {
      var jobs = log.open().stream().filter(job -> LineRules.isIn(job, queue)).toList();
      var tooMuch = excess(queue.path(), queue.share().max(), jobs);
      var ofUser = queue.limits().ofUser().most();
      for (var user : users(jobs, ofUser)) {
        var own = jobs.stream().filter(job -> job.user().equals(user)).toList();
        tooMuch = tooMuch.or(() -> excess(user + " in " + queue.path(), ofUser, own));
      }
      if (tooMuch.isPresent()) {
        return tooMuch;
      }
    }
    return Optional.empty();
  }

  private static TreeSet<String> users(List<LoggedJob> jobs, Portions most) {
    var users = new TreeSet<String>();
    if (!most.isNone()) {
      jobs.forEach(job -> users.add(job.user()));
    }
    return users;
  }

  private Optional<String> excess(String who, Portions most, List<LoggedJob> jobs) {
    if (most.isNone() || cell.equals(Resources.NONE)) {
      return Optional.empty();
    }
    var limit = most.atMost(cell);
    var sum = Resources.NONE;
    for (var job : jobs) {
      var allowed = allowances.get(job.number());
      if (allowed != null) {
        if (!allowed.isLimited()) {
          return Optional.of(job + " may use any amount, and " + who + " has at most " + limit);
        }
        sum = plus(sum, allowed.most());
      }
    }
    return sum.fitsIn(limit)
        ? Optional.empty()
        : Optional.of(who + " has at most " + limit + ", and jobs may use " + sum);
  }

  /** Any amount of a resource stays that. */
  private static Resources plus(Resources one, Resources other) {
    return new Resources(
        plus(one.cpuMillis(), other.cpuMillis()),
        plus(one.memoryBytes(), other.memoryBytes()),
        Resources.each(one.named(), other.named(), HandedOut::plus));
  }

  private static long plus(long one, long other) {
    return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
  }

  /** Whether a job that is suspended, or whose quota is another, was told so. */
  Optional<String> mistold() {
    for (var job : log.open()) {
      var allowed = allowances.get(job.number());
      var path = LineRules.pathOf(tree, job.spec());
      if (allowed == null) {
        continue;
      }
      boolean stops = job.isSurelySuspended() || path.stream().anyMatch(QueueSpec::suspended);
      boolean isUnsure = !job.suspensionIsSettled();
      if (stops && !isUnsure && !allowed.isStopped()) {
        return Optional.of(job + " is suspended, and may use " + allowed);
      }
      var quota = quota(path);
      boolean has = allowed.hasQuota() ? allowed.quota().equals(quota) : !isSet(quota);
      if (!stops && !isUnsure && !allowed.isStopped() && !has) {
        return Optional.of(job + " has the quota " + quota + ", and was told " + allowed);
      }
      if (!stops && !isUnsure && !job.suspended && quota.tasks() > 0 && allowed.isStopped()) {
        return Optional.of(job + " is stopped, and not suspended");
      }
    }
    return Optional.empty();
  }

  private static boolean isSet(OpportunisticQuota quota) {
    return !quota.equals(OpportunisticQuota.NONE);
  }

  /** Of the nearest queue that has one. */
  private static OpportunisticQuota quota(List<QueueSpec> path) {
    for (var queue : path.reversed()) {
      if (isSet(queue.opportunistic())) {
        return queue.opportunistic();
      }
    }
    return OpportunisticQuota.NONE;
  }
}
