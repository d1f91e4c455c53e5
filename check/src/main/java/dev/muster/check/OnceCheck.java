package dev.muster.check;

import dev.muster.core.loop.Address;
import dev.muster.core.loop.Event;
import dev.muster.core.loop.Launch;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Promises 1 and 2: a task's success goes on record once and the task is never given out again, and
 * no attempt is started twice unless the machine that ran it first is gone.
 */
final class OnceCheck implements Observer {

  private record Start(int node, int life) {}

  private final Records records = new Records();
  private final Set<TaskKey> recorded = new HashSet<>();
  private final Map<AttemptKey, Start> started = new HashMap<>();
  private final Map<Integer, Integer> lives = new HashMap<>();

  @Override
  public void delivered(Address<?> to, Event event) {
    records.delivered(event);
  }

  @Override
  public void sent(Address<?> to, Event event) {
    var result = records.recorded(event);
    if (result != null && result.result().succeeded() && !recorded.add(TaskKey.of(result))) {
      throw new BrokenPromise(2, TaskKey.of(result) + " was recorded complete twice");
    }
    var given = Given.in(event);
    if (given != null && recorded.contains(TaskKey.of(given))) {
      throw new BrokenPromise(1, given + " was given out after its task was done");
    }
  }

  @Override
  public void launched(int node, Launch launch) {
    var work = launch.work();
    var start = new Start(node, life(node));
    var before = started.put(AttemptKey.of(work), start);
    if (before != null && before.life() == life(before.node())) {
      throw new BrokenPromise(
          2, "%s was started on node-%d and again on node-%d".formatted(work, before.node(), node));
    }
  }

  @Override
  public void crashed(int node) {
    lives.merge(node, 1, Integer::sum);
  }

  private int life(int node) {
    return lives.getOrDefault(node, 0);
  }

  boolean isRecorded(TaskKey task) {
    return recorded.contains(task);
  }
}
