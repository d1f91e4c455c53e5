package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.MachinesChanged;
import dev.muster.core.event.SchedulerEvent.NodesAvoided;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.model.Admission;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Promise 8: a node on which every task fails costs a task one try. A task that failed on a node is
 * not given to that node again within a minute, where its scheduler knows of another that would do:
 * one that is large enough, was never avoided, and on which nothing has failed.
 */
final class TriedAgainCheck implements Observer {

  private static final long EXCLUDED_NS = 60_000_000_000L;

  /** A claim may have been on its way for so long, from before another node was known. */
  private static final long CLAIM_NS = 30_000_000_000L;

  private record TaskOnNode(TaskKey task, int node) {}

  private final LongSupplier nowNs;
  private final RetryCheck.Records records = new RetryCheck.Records();
  private final Map<Long, Integer> schedulers = new HashMap<>();
  private final Map<Long, JobSpec> jobs = new HashMap<>();
  private final Map<TaskOnNode, Long> failedNs = new HashMap<>();
  private final Set<Integer> suspicious = new HashSet<>();

  private final SchedulerViews views = new SchedulerViews();

  /** Of each scheduler, since when it has known a machine. */
  private final Map<Integer, Map<Integer, Long>> knownSinceNs = new HashMap<>();

  private final Set<Long> given = new HashSet<>();

  TriedAgainCheck(LongSupplier nowNs) {
    this.nowNs = nowNs;
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    records.delivered(event);
    switch (event) {
      case AssignJob plan -> {
        schedulers.put(plan.job(), to.index());
        jobs.put(plan.job(), plan.spec());
      }
      case MachineList _, MachinesChanged _ -> {
        views.delivered(to, event);
        known(to.index());
      }
      case NodesAvoided avoided -> avoided.nodes().forEach(each -> suspicious.add(each.node()));
      case TaskFinished end when end.result().succeeded() -> forget(TaskKey.of(end));
      case TaskFinished end -> suspicious.add(end.node());
      default -> {} // says nothing about nodes
    }
  }

  /** Should its output be lost, the task begins anew. */
  private void forget(TaskKey task) {
    failedNs.keySet().removeIf(each -> each.task().equals(task));
  }

  private void known(int scheduler) {
    var machines = views.machines(scheduler).keySet();
    var since = knownSinceNs.computeIfAbsent(scheduler, _ -> new HashMap<>());
    since.keySet().retainAll(machines);
    machines.forEach(node -> since.putIfAbsent(node, nowNs.getAsLong()));
  }

  @Override
  public void died(int scheduler) {
    failedNs.keySet().removeIf(each -> isOf(scheduler, each.task()));
    views.died(scheduler);
    knownSinceNs.remove(scheduler);
  }

  private boolean isOf(int scheduler, TaskKey task) {
    return schedulers.getOrDefault(task.job(), -1) == scheduler;
  }

  @Override
  public void sent(Address<?> to, Event event) {
    var result = records.recorded(event);
    if (result != null && result.result().outcome().costsAnAttempt()) {
      failedNs.put(new TaskOnNode(TaskKey.of(result), result.node()), nowNs.getAsLong());
    }
    var reservation = reservation(event);
    var work = TaskKey.givenBy(event);
    var job = work == null ? null : jobs.get(work.job());
    if (reservation != null && work != null && job != null && given.add(reservation)) {
      long decidedNs = nowNs.getAsLong() - (event instanceof PlaceTask ? CLAIM_NS : 0);
      verify(TaskKey.of(work), job.stages().get(work.stage()), to.index(), decidedNs);
    }
  }

  /**
   * Tasks that are sent by themselves and queued come from comparison placers, which promise less.
   */
  private static @Nullable Long reservation(Event event) {
    return switch (event) {
      case LaunchTask launch -> launch.reservation();
      case PlaceTask place when place.demand().admission() == Admission.RESERVED ->
          place.reservation();
      default -> null;
    };
  }

  private void verify(TaskKey task, StageSpec spec, int node, long decidedNs) {
    var atNs = failedNs.get(new TaskOnNode(task, node));
    boolean excluded = atNs != null && nowNs.getAsLong() - atNs < EXCLUDED_NS;
    boolean anywhere = spec.where().require().isNothing() && !spec.where().hasPreferences();
    if (excluded && anywhere && !spec.isGang()) {
      int scheduler = schedulers.getOrDefault(task.job(), -1);
      var since = knownSinceNs.getOrDefault(scheduler, Map.of());
      for (var other : views.machines(scheduler).values()) {
        boolean isKnown = since.getOrDefault(other.node(), Long.MAX_VALUE) <= decidedNs;
        boolean isWell = isKnown && !suspicious.contains(other.node());
        if (isWell && spec.resources().fitsIn(other.capacity())) {
          throw new BrokenPromise(
              8,
              "%s is tried again on node-%d, where it failed, and node-%d would do"
                  .formatted(task, node, other.node()));
        }
      }
    }
  }
}
