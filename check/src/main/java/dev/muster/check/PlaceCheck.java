package dev.muster.check;

import dev.muster.core.event.SchedulerEvent.Plan;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Event;
import dev.muster.core.loop.Launch;
import dev.muster.model.JobSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Promise 3 too: a task runs only where its stage and its own preferences allow. */
final class PlaceCheck implements Observer {

  private final List<Map<String, String>> attributes;
  private final Map<Long, JobSpec> plans = new HashMap<>();

  PlaceCheck(List<Map<String, String>> attributes) {
    this.attributes = attributes;
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof Plan plan) {
      plans.put(plan.job(), plan.spec());
    }
  }

  @Override
  public void launched(int node, Launch launch) {
    var work = launch.work();
    var plan = plans.get(work.job());
    if (plan == null) {
      return; // OrderCheck says so
    }
    var where = plan.stages().get(work.stage()).where();
    if (!where.require().holds(node, attributesOf(node))) {
      throw new BrokenPromise(
          3, "%s requires %s and runs on node-%d".formatted(work, where.require(), node));
    }
    var preferred = where.preferredBy(work.index());
    if (where.isFirm() && !preferred.isEmpty() && !preferred.contains(node)) {
      throw new BrokenPromise(
          3, "%s may run on nodes %s alone and runs on node-%d".formatted(work, preferred, node));
    }
  }

  private Map<String, String> attributesOf(int node) {
    return node < attributes.size() ? attributes.get(node) : Map.of();
  }
}
