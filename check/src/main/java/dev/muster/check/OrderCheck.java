package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A task starts only when every task that it waits for, by the edges of its stage, has succeeded.
 */
final class OrderCheck implements Observer {

  private record StageKey(long job, int stage) {}

  private final MasterRecord record = new MasterRecord();
  private final Map<Long, JobSpec> plans = new HashMap<>();
  private final Map<Integer, Integer> epochs = new HashMap<>();
  private final Map<StageKey, Set<Integer>> succeeded = new HashMap<>();

  @Override
  public void delivered(Address<?> to, Event event) {
    record.delivered(event);
    if (event instanceof AssignJob plan) {
      plans.put(plan.job(), plan.spec());
    }
  }

  /** A task has succeeded when its node reports it, delivered or not. */
  @Override
  public void sent(Address<?> to, Event event) {
    if (event instanceof TaskFinished finished && finished.result().succeeded()) {
      succeeded
          .computeIfAbsent(new StageKey(finished.job(), finished.stage()), _ -> new HashSet<>())
          .add(finished.index());
    }
  }

  @Override
  public void launched(int node, Launch launch) {
    var work = launch.work();
    for (var edge : work.spec().after()) {
      var name = edge.stage();
      int stage = stageNamed(work, name);
      var done = succeeded.getOrDefault(new StageKey(work.job(), stage), Set.of());
      if (edge.isOneToOne() && !done.contains(work.index())) {
        throw new BrokenPromise(
            1, "%s started before `%s[%d]` was done".formatted(work, name, work.index()));
      }
      var sizes = edge.isOneToOne() ? List.of(0) : sizes(launch, stage);
      if (sizes.stream().noneMatch(size -> allDone(done, size))) {
        throw new BrokenPromise(
            1,
            "%s started with %d of %d tasks of `%s` done"
                .formatted(work, done.size(), sizes.getLast(), name));
      }
    }
  }

  /** The present size; an epoch that is over and does not know so goes by an older one. */
  private List<Integer> sizes(Launch launch, int stage) {
    var all = record.sizes(launch.work().job(), stage);
    var epoch = epochs.get(ReservationId.scheduler(launch.run()));
    boolean superseded = epoch != null && ReservationId.isOlder(launch.run(), epoch);
    return superseded ? all : List.of(all.getLast());
  }

  private static boolean allDone(Set<Integer> done, int size) {
    return IntStream.range(0, size).allMatch(done::contains);
  }

  @Override
  public void died(int scheduler) {
    epochs.merge(scheduler, 2, (before, _) -> before + 1);
  }

  private int stageNamed(Work work, String name) {
    var stages = stages(work);
    for (int index = 0; index < stages.size(); index++) {
      if (stages.get(index).name().equals(name)) {
        return index;
      }
    }
    throw new BrokenPromise(7, work + " was accepted with no stage `" + name + "`");
  }

  private List<StageSpec> stages(Work work) {
    var plan = plans.get(work.job());
    if (plan == null) {
      throw new BrokenPromise(1, work + " is of a job that was assigned to no scheduler");
    }
    return plan.stages();
  }
}
