package dev.muster.core.scheduler;

import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.HeldList;
import dev.muster.core.scheduler.place.HeldTable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one stage that are under way. Those of a task are chained from the newest: most
 * tasks have one at most, and a second where a node came back from the dead or by intention.
 */
final class StageAttempts {

  private final HeldTable held;
  private final HeldList<Attempt> all = new HeldList<>();
  private @Nullable Attempt[] newest;

  StageAttempts(HeldTable held, int tasks) {
    this.held = held;
    this.newest = new Attempt[tasks];
  }

  /** Has a row for this task. */
  void reach(int task) {
    if (task >= newest.length) {
      newest = Arrays.copyOf(newest, Math.max(task + 1, newest.length + (newest.length >> 1)));
    }
  }

  /** Whether one more attempt, or its reservation, may be out. */
  boolean hasSpace() {
    return held.available() > 0;
  }

  long newId() {
    return held.newId();
  }

  void add(Attempt attempt) {
    held.add(attempt);
    link(attempt);
  }

  /** Adds an attempt of an older epoch under its own number; false where the table is full. */
  boolean adopt(Attempt attempt) {
    boolean adopted = held.adopt(attempt);
    if (adopted) {
      link(attempt);
    }
    return adopted;
  }

  private void link(Attempt attempt) {
    attempt.follow(newest[attempt.task()]);
    newest[attempt.task()] = attempt;
    all.add(attempt);
  }

  void end(Attempt attempt, AttemptState as) {
    held.end(attempt, as);
    all.remove(attempt);
    unchain(attempt);
  }

  private void unchain(Attempt attempt) {
    int task = attempt.task();
    if (newest[task] == attempt) {
      newest[task] = attempt.older();
      return;
    }
    for (var one = newest[task]; one != null; one = one.older()) {
      if (one.older() == attempt) {
        one.follow(attempt.older());
      }
    }
  }

  /** The newest attempt of a task; null where none is under way. */
  @Nullable Attempt newest(int task) {
    return newest[task];
  }

  HeldList<Attempt> all() {
    return all;
  }
}
