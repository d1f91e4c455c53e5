package dev.muster.core.scheduler.budget;

import dev.muster.core.actor.Effects;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.TierState;
import dev.muster.model.Resources;
import dev.muster.model.queue.JobAllowance;
import dev.muster.model.queue.OpportunisticQuota;
import dev.muster.model.text.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What the guaranteed tasks of a job may use by the share of its queue, whatever their policy: as
 * the master said last.
 */
public final class ShareOfQueue {

  private final Tokens tokens;
  private JobAllowance share;

  public ShareOfQueue(Tokens tokens, JobAllowance share) {
    this.tokens = tokens;
    this.share = share;
    change(share);
  }

  public void change(JobAllowance next) {
    share = next;
    tokens.limitOpportunistic(next.hasQuota() ? next.quota() : OpportunisticQuota.NONE);
  }

  /** Whether the job starts nothing at all. */
  public boolean isStopped() {
    return share.isStopped();
  }

  /** How many more tasks of this size may start. */
  public int tasksLeft(Resources need) {
    return share.isLimited()
        ? (int) Math.min(Integer.MAX_VALUE, tokens.used().timesUpTo(share.most(), need))
        : Integer.MAX_VALUE;
  }

  /** What a task that may not start waits for. */
  public String reason() {
    return "waits for the share of its queue: the job uses "
        + tokens.used().sum()
        + ", and may use "
        + limits(share.most());
  }

  /** What is limited of these amounts. */
  private static String limits(Resources most) {
    List<String> limits = new ArrayList<>();
    if (most.cpuMillis() != Long.MAX_VALUE) {
      limits.add(Quantity.formatCpu(most.cpuMillis()) + " cpu");
    }
    if (most.memoryBytes() != Long.MAX_VALUE) {
      limits.add(Quantity.formatBytes(most.memoryBytes()));
    }
    most.named()
        .forEach(
            (name, amount) -> {
              if (amount != Long.MAX_VALUE) {
                limits.add(amount + " " + name);
              }
            });
    return String.join(", ", limits);
  }

  /**
   * Ends the youngest attempts until the others use no more than what the job may keep. Gangs stay:
   * one of their tasks is worth nothing without the others.
   */
  public void giveBack(long nowNs, List<StageTasks> active, Effects out) {
    if (!share.givesBack()) {
      return;
    }
    List<Attempt> candidates = new ArrayList<>();
    var kept = new ResourceCount();
    kept.add(tokens.used().sum());
    active.forEach(stage -> collect(stage, candidates, kept));
    candidates.sort(Comparator.comparingLong(Attempt::placedNs).thenComparingLong(Attempt::id));
    while (!candidates.isEmpty() && !kept.sum().fitsIn(share.keep())) {
      var youngest = candidates.removeLast();
      kept.subtract(youngest.stage().demand(youngest).resources());
      youngest.stage().end(nowNs, youngest, out);
    }
  }

  private static void collect(StageTasks stage, List<Attempt> candidates, ResourceCount kept) {
    for (var one = stage.attempts().first(); one != null; one = stage.attempts().after(one)) {
      if (one.tierState() != TierState.GUARANTEED) {
        continue;
      }
      if (one.state() == AttemptState.ENDING) {
        kept.subtract(stage.demand(one).resources());
      } else if (!stage.spec().isGang()) {
        candidates.add(one);
      }
    }
  }
}
