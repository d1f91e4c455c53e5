package dev.muster.check;

import dev.muster.core.event.SchedulerEvent.Finished;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Event;
import dev.muster.core.loop.Work;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A stage starts only when every task of the stages before it has succeeded. */
final class OrderCheck implements Observer {

  private record StageKey(long job, int stage) {}

  private final Map<StageKey, Set<Integer>> succeeded = new HashMap<>();

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof Finished finished && finished.result().succeeded()) {
      succeeded
          .computeIfAbsent(new StageKey(finished.job(), finished.stage()), _ -> new HashSet<>())
          .add(finished.index());
    }
  }

  @Override
  public void launched(int node, long run, Work work) {
    for (var name : work.stageSpec().after()) {
      int stage = stageNamed(work, name);
      int done = succeeded.getOrDefault(new StageKey(work.job(), stage), Set.of()).size();
      int tasks = work.spec().stages().get(stage).tasks();
      if (done < tasks) {
        throw new BrokenPromise(
            1, "%s started with %d of %d tasks of `%s` done".formatted(work, done, tasks, name));
      }
    }
  }

  private static int stageNamed(Work work, String name) {
    var stages = work.spec().stages();
    for (int index = 0; index < stages.size(); index++) {
      if (stages.get(index).name().equals(name)) {
        return index;
      }
    }
    throw new BrokenPromise(7, work + " was accepted with no stage `" + name + "`");
  }
}
