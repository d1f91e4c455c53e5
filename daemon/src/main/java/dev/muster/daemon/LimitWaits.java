package dev.muster.daemon;

import dev.muster.core.cell.Rejection;
import dev.muster.core.event.Notice.TransactionClosed;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.model.text.JobNumber;
import dev.muster.model.text.Quantity;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The jobs that wait because their scheduler is at its limit, from the transactions that the master
 * closes. Each job is reported once, and remembered until its end.
 */
final class LimitWaits {

  /** Jobs that are remembered; that further ones wait is not reported. */
  static final int MAX_JOBS = 100_000;

  private final Consumer<String> listener;
  private final Map<Long, String> reasons = new ConcurrentHashMap<>();
  private final Set<Long> reported = ConcurrentHashMap.newKeySet();

  LimitWaits(Consumer<String> listener) {
    this.listener = listener;
  }

  void closed(TransactionClosed closed) {
    var transaction = closed.transaction();
    transaction.requests().forEach(request -> reasons.remove(request.job()));
    for (var rejection : closed.result().rejected()) {
      long job = transaction.requests().get(transaction.requestOf()[rejection.at()]).job();
      excess(rejection)
          .ifPresent(much -> waits(job, SchedulerEvent.at(transaction.owner()) + much));
    }
  }

  private void waits(long job, String why) {
    if (reported.size() >= MAX_JOBS && !reported.contains(job)) {
      return;
    }
    reasons.put(job, why);
    if (reported.add(job)) {
      listener.accept(JobNumber.format(job) + " waits: " + why);
    }
  }

  Optional<String> reason(long job) {
    return Optional.ofNullable(reasons.get(job));
  }

  void forget(long job) {
    reasons.remove(job);
    reported.remove(job);
  }

  private static Optional<String> excess(Rejection rejection) {
    long would = rejection.needed();
    long most = rejection.available();
    return switch (rejection.reason()) {
      case CLAIM_LIMIT ->
          passed("hold", Quantity.formatCount(would) + " claims", Quantity.formatCount(most));
      case CPU_LIMIT ->
          passed("hold", Quantity.formatCpu(would) + " cpu", Quantity.formatCpu(most));
      case MEMORY_LIMIT ->
          passed("hold", Quantity.formatBytes(would) + " of memory", Quantity.formatBytes(most));
      case NAMED_LIMIT ->
          passed(
              "hold",
              Quantity.formatCount(would) + " " + rejection.detail(),
              Quantity.formatCount(most));
      case JOB_LIMIT ->
          passed(
              "have claims of", Quantity.formatCount(would) + " jobs", Quantity.formatCount(most));
      case CPU, MEMORY, NAMED, CHANGED, NO_MACHINE, DUPLICATE, CELL_FULL, GANG, INVALID ->
          Optional.empty();
    };
  }

  private static Optional<String> passed(String would, String much, String most) {
    return Optional.of(" would %s %s, its limit is %s".formatted(would, much, most));
  }
}
