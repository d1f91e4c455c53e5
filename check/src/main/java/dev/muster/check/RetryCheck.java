package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import java.util.HashMap;
import java.util.Map;

/**
 * Promise 8: a task that fails by itself is tried as often as its job says and no more, by each
 * epoch of its scheduler: failures are not on record.
 */
final class RetryCheck implements Observer {

  private final Records records = new Records();
  private final Map<TaskKey, Integer> failures = new HashMap<>();
  private final Map<Long, Integer> schedulers = new HashMap<>();

  @Override
  public void delivered(Address<?> to, Event event) {
    records.delivered(event);
    if (event instanceof AssignJob plan) {
      schedulers.put(plan.job(), to.index());
    }
  }

  @Override
  public void died(int scheduler) {
    failures.keySet().removeIf(task -> schedulers.getOrDefault(task.job(), -1) == scheduler);
  }

  @Override
  public void sent(Address<?> to, Event event) {
    var result = records.recorded(event);
    if (result != null && result.result().outcome().costsAnAttempt()) {
      failures.merge(TaskKey.of(result), 1, Integer::sum);
    }
    var work = Given.in(event);
    if (work != null) {
      int failed = failures.getOrDefault(TaskKey.of(work), 0);
      int retries = work.spec().limits().retries();
      if (failed > retries) {
        throw new BrokenPromise(
            8,
            "%s is given out after %d failures with %d retries".formatted(work, failed, retries));
      }
    }
  }
}
