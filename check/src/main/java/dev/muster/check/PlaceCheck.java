package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.model.JobSpec;
import dev.muster.model.Where;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** Promise 3, of constraints: a task runs only where its stage and its preferences allow. */
final class PlaceCheck implements Observer {

  /** A job, and when it was assigned first: patience begins later. */
  private record Planned(JobSpec spec, long sinceNs) {}

  private final List<Map<String, String>> attributes;
  private final LongSupplier nowNs;
  private final Map<Long, Planned> plans = new HashMap<>();

  PlaceCheck(List<Map<String, String>> attributes, LongSupplier nowNs) {
    this.attributes = attributes;
    this.nowNs = nowNs;
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof AssignJob plan) {
      plans.computeIfAbsent(plan.job(), _ -> new Planned(plan.spec(), nowNs.getAsLong()));
    }
  }

  @Override
  public void launched(int node, Launch launch) {
    var work = launch.work();
    var plan = plans.get(work.job());
    if (plan == null) {
      return; // OrderCheck reports it
    }
    var where = plan.spec().stages().get(work.stage()).where();
    if (!where.require().holds(node, attributesOf(node))) {
      throw new BrokenPromise(
          3, "%s requires %s and runs on node-%d".formatted(work, where.require(), node));
    }
    var preferred = where.preferredBy(work.index());
    if (!preferred.isEmpty() && !preferred.contains(node)) {
      elsewhere(node, work, where, nowNs.getAsLong() - plan.sinceNs());
    }
  }

  private static void elsewhere(int node, Work work, Where where, long waitedNs) {
    var preferred = where.preferredBy(work.index());
    if (where.isFirm()) {
      throw new BrokenPromise(
          3, "%s may run on nodes %s alone and runs on node-%d".formatted(work, preferred, node));
    }
    if (waitedNs < where.patienceNs()) {
      throw new BrokenPromise(
          3,
          "%s prefers nodes %s for %d ns and runs on node-%d after %d ns"
              .formatted(work, preferred, where.patienceNs(), node, waitedNs));
    }
  }

  private Map<String, String> attributesOf(int node) {
    return node < attributes.size() ? attributes.get(node) : Map.of();
  }
}
