package dev.muster.check.queue;

import dev.muster.check.BrokenPromise;
import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.SharesChanged;
import dev.muster.model.queue.JobAllowance;
import dev.muster.model.queue.QueueTree;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Promises 9 and 5, of shares: what a leader says that jobs may use is together no more than the
 * maxima of queues and users, nothing where a job is suspended, and never less than guarantees.
 *
 * <p>Verified once all schedulers were sent the same shares: before the next event.
 */
public final class ShareCheck implements Observer {

  private final LongSupplier nowNs;
  private final LoggedQueues log = new LoggedQueues();
  private final CellSizes sizes;
  private final LeaderReports reports = new LeaderReports();
  private final GuaranteeRules guarantees = new GuaranteeRules(log, reports);

  /** What the leader has said last, and since that to jobs that it assigned. */
  private final Map<Long, JobAllowance> told = new HashMap<>();

  private long sequence;

  /** Whether the shares that were sent in this step are not verified yet. */
  private boolean pending;

  private long sentNs;

  /** The queues that the latest shares are for. */
  private QueueTree computedFor = QueueTree.OPEN;

  /**
   * @param nowNs the time of each event
   */
  public ShareCheck(LongSupplier nowNs) {
    this.nowNs = nowNs;
    this.sizes = new CellSizes(nowNs);
  }

  @Override
  public void appended(LogEntry entry) {
    log.appended(entry);
  }

  @Override
  public void sent(Address<?> to, Event event) {
    log.sent(event);
    switch (event) {
      case SharesChanged changed -> sent(changed);
      case AssignJob assigned -> assigned(to, assigned);
      default -> {} // says nothing of shares
    }
  }

  private void sent(SharesChanged changed) {
    if (reports.begins(changed.sequence())) {
      guarantees.reset();
    }
    if (changed.sequence() > sequence) {
      sequence = changed.sequence();
      pending = true;
      sentNs = nowNs.getAsLong();
      told.replaceAll((_, _) -> JobAllowance.ANY);
    }
    if (changed.sequence() == sequence) {
      changed.shares().forEach(each -> told.put(each.job(), each.share()));
    }
  }

  /** Said again until it is heard, and perhaps otherwise. */
  private void assigned(Address<?> to, AssignJob assigned) {
    reports.assigned(to, assigned);
    var before = told.put(assigned.job(), assigned.share());
    boolean isComputed = log.trees().size() == 1 && log.latest().equals(computedFor);
    if (!pending && isComputed && !assigned.share().equals(before)) {
      verify(tree -> handedOut(tree).excess());
    }
  }

  private HandedOut handedOut(QueueTree tree) {
    return new HandedOut(tree, sizes.largest(), log, told);
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (pending) {
      pending = false;
      computedFor = log.latest();
      if (!log.areOpen() || log.open().stream().anyMatch(LoggedJob::isSurelySuspended)) {
        verify(tree -> handedOut(tree).excess());
        verify(tree -> handedOut(tree).mistold());
      }
      guarantees.computed(sentNs, sizes, told).ifPresent(ShareCheck::isBroken);
    }
    if (event instanceof EntryCommitted committed) {
      log.committed(committed.entry());
      sizes.committed(committed.entry());
      told.keySet().removeIf(job -> log.find(job) == null);
    }
    reports.delivered(to, event);
  }

  /** Throws where it is so with each of the trees that the leader may go by. */
  private void verify(Function<QueueTree, Optional<String>> problem) {
    var found = Optional.<String>empty();
    for (var tree : log.trees()) {
      found = problem.apply(tree);
      if (found.isEmpty()) {
        return;
      }
    }
    found.ifPresent(
        what -> {
          throw new BrokenPromise(9, what);
        });
  }

  private static void isBroken(String what) {
    throw new BrokenPromise(5, what);
  }

  @Override
  public void died(int scheduler) {
    reports.died(scheduler);
    guarantees.doubt();
  }
}
