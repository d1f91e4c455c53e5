package dev.muster.host.run.executor;

import dev.muster.core.loop.Pace;
import dev.muster.host.Refusal;
import dev.muster.host.run.cgroup.Group;
import dev.muster.host.run.cgroup.Groups;
import dev.muster.host.run.cgroup.Spent;
import dev.muster.host.run.spawn.Child;
import dev.muster.host.run.spawn.Ended;
import dev.muster.host.run.spawn.Launcher;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The process of an executor, on the thread that calls {@link #run}. */
final class ExecutorProcess {

  private final Recipe recipe;
  private final Launcher launcher;
  private final Groups groups;
  private Group group = Group.NONE;
  private @Nullable Child child;
  private Recipe.@Nullable Prepared prepared;
  private Pace pace = Pace.FULL;
  private boolean killed;

  ExecutorProcess(Recipe recipe, Launcher launcher, Groups groups) {
    this.recipe = recipe;
    this.launcher = launcher;
    this.groups = groups;
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
      begun(taken, started, ready);
      ended = started.await();
    } finally {
      begun(Group.NONE, null, null);
      spent = taken.finish();
    }
    return new Ending(ended.exitCode(), spent.outOfMemory(), ready.lastWords());
  }

  private synchronized void begun(
      Group place, @Nullable Child started, Recipe.@Nullable Prepared ready) {
    group = place;
    child = started;
    prepared = ready;
    if (killed) {
      kill();
    }
    if (pace != Pace.FULL) {
      group.pace(pace);
    }
  }

  synchronized void pace(Pace wanted) {
    pace = wanted;
    group.pace(wanted);
  }

  synchronized void kill() {
    killed = true;
    if (child != null) {
      child.end(true);
      group.end(true);
    }
  }

  synchronized boolean floods() {
    return prepared != null && prepared.floods();
  }
}
