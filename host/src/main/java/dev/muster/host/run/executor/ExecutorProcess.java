package dev.muster.host.run.executor;

import dev.muster.core.actor.Pace;
import dev.muster.host.Refusal;
import dev.muster.host.run.cgroup.Group;
import dev.muster.host.run.cgroup.Groups;
import dev.muster.host.run.cgroup.Spent;
import dev.muster.host.run.spawn.Child;
import dev.muster.host.run.spawn.Ended;
import dev.muster.host.run.spawn.Launcher;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The process of an executor, on the thread that calls {@link #run}.
 *
 * <p>Orders to it never block. They are carried out on a thread that may wait for the kernel, one
 * at a time, and of the paces wanted meanwhile only the latest.
 */
final class ExecutorProcess {

  /** What can be seen of it while it runs. */
  private record Life(Recipe.Prepared prepared, long startedTick) {}

  private final Recipe recipe;
  private final Launcher launcher;
  private final Groups groups;
  private final Executor attendants;
  private volatile Pace wanted = Pace.FULL;
  private volatile boolean killed;

  /** Whether somebody is about to carry out what is wanted. */
  private final AtomicBoolean attended = new AtomicBoolean();

  private volatile @Nullable Life life;
  private Group group = Group.NONE;
  private @Nullable Child child;
  private Pace pace = Pace.FULL;

  /**
   * @param attendants threads that may wait for the kernel
   */
  ExecutorProcess(Recipe recipe, Launcher launcher, Groups groups, Executor attendants) {
    this.recipe = recipe;
    this.launcher = launcher;
    this.groups = groups;
    this.attendants = attendants;
  }

  /** From its directories to its end. */
  Ending run(Map<String, String> variables) {
    try (var ready = recipe.prepare(variables)) {
      return runIn(groups.take(recipe.limits()), ready);
    } catch (IOException refused) {
      return Ending.unknown("cannot start an executor: " + Refusal.reason(refused));
    } catch (InterruptedException nobodyDoesThat) {
      throw new IllegalStateException(nobodyDoesThat);
    }
  }

  private Ending runIn(Group taken, Recipe.Prepared ready)
      throws IOException, InterruptedException {
    Ended ended;
    Spent spent = Spent.UNKNOWN;
    try {
      var started = launcher.startElsewhere(ready.start(), taken);
      life = new Life(ready, System.nanoTime());
      reach(taken, started);
      ended = started.await();
    } finally {
      life = null;
      reach(Group.NONE, null);
      spent = taken.finish();
    }
    return new Ending(ended.exitCode(), spent.outOfMemory(), ready.lastWords());
  }

  /** Where orders go from now on; the group is another's once it has been given back. */
  private synchronized void reach(Group place, @Nullable Child started) {
    group = place;
    child = started;
    carryOut();
  }

  void pace(Pace best) {
    wanted = best;
    attend();
  }

  void kill() {
    killed = true;
    attend();
  }

  private void attend() {
    if (attended.compareAndSet(false, true)) {
      attendants.execute(
          () -> {
            attended.set(false);
            carryOut();
          });
    }
  }

  private synchronized void carryOut() {
    var now = wanted;
    if (child == null) {
      return;
    }
    if (killed) {
      child.end(true);
      group.end(true);
    } else if (now != pace) {
      pace = now;
      group.pace(child, now);
    }
  }

  boolean floods() {
    var now = life;
    return now != null && now.prepared.floods();
  }

  /** Since its start, that is: the files that it is given before may take longer to come. */
  boolean hasRunFor(Duration time, long tick) {
    var now = life;
    return now != null && tick - now.startedTick > time.toNanos();
  }
}
