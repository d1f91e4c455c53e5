package dev.muster.daemon;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.cell.Rejection;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import dev.muster.model.JobNumber;
import dev.muster.model.Quantity;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Which jobs wait because their scheduler holds as much as it may. Says so once of each. It
 * remembers jobs until they end, and of each scheduler the one transaction that it has out.
 */
final class AtLimit implements Observer {

  /** How many jobs it knows of; of more than that nobody hears that they wait. */
  static final int MAX_JOBS = 100_000;

  private final Consumer<String> listener;
  private final Map<Integer, CommitTransaction> last = new ConcurrentHashMap<>();
  private final Map<Long, String> reasons = new ConcurrentHashMap<>();
  private final Set<Long> told = ConcurrentHashMap.newKeySet();

  AtLimit(Consumer<String> listener) {
    this.listener = listener;
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof CommitTransaction commit) {
      last.put(commit.scheduler().index(), commit);
    }
  }

  @Override
  public void sent(Address<?> to, Event event) {
    if (event instanceof TransactionDecided judged) {
      var commit = last.get(to.index());
      if (commit != null && commit.number() == judged.number()) {
        hear(commit, judged);
      }
    }
  }

  private void hear(CommitTransaction commit, TransactionDecided judged) {
    var proposal = commit.proposal();
    proposal.requests().forEach(ask -> reasons.remove(ask.job()));
    for (var refused : judged.judgement().rejected()) {
      long job = proposal.requests().get(proposal.requestOf()[refused.at()]).job();
      excess(refused).ifPresent(much -> waits(job, SchedulerEvent.at(proposal.owner()) + much));
    }
  }

  private void waits(long job, String why) {
    if (told.size() >= MAX_JOBS && !told.contains(job)) {
      return;
    }
    reasons.put(job, why);
    if (told.add(job)) {
      listener.accept(JobNumber.format(job) + " waits: " + why);
    }
  }

  /** The limit at which the job waits now, where it does. */
  Optional<String> reason(long job) {
    return Optional.ofNullable(reasons.get(job));
  }

  /** The job has ended. */
  void forget(long job) {
    reasons.remove(job);
    told.remove(job);
  }

  private static Optional<String> excess(Rejection refused) {
    long would = refused.needed();
    long most = refused.available();
    return switch (refused.reason()) {
      case CLAIM_LIMIT ->
          passed("hold", Quantity.formatCount(would) + " claims", Quantity.formatCount(most));
      case CPU_LIMIT ->
          passed("hold", Quantity.formatCpu(would) + " cpu", Quantity.formatCpu(most));
      case MEMORY_LIMIT ->
          passed("hold", Quantity.formatBytes(would) + " of memory", Quantity.formatBytes(most));
      case NAMED_LIMIT ->
          passed(
              "hold",
              Quantity.formatCount(would) + " " + refused.resource(),
              Quantity.formatCount(most));
      case JOB_LIMIT ->
          passed(
              "have claims of", Quantity.formatCount(would) + " jobs", Quantity.formatCount(most));
      case CPU, MEMORY, NAMED, CHANGED, NO_MACHINE, DUPLICATE, CELL_FULL, GANG -> Optional.empty();
    };
  }

  private static Optional<String> passed(String would, String much, String most) {
    return Optional.of(" would %s %s, its limit is %s".formatted(would, much, most));
  }
}
