package dev.muster.process.executor;

import dev.muster.core.actor.Pace;
import dev.muster.host.IoErrors;
import dev.muster.process.cgroup.Cgroup;
import dev.muster.process.cgroup.Cgroups;
import dev.muster.process.cgroup.GroupedProcess;
import dev.muster.process.linux.ExitStatus;
import dev.muster.process.spawn.Launcher;
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
  /** PREPARING ─► RUNNING ─► EXITED, the last also from the first where nothing was started. */
  private enum ProcessState {
    PREPARING,
    RUNNING,
    EXITED
  }

  /** What there is while {@link ProcessState#RUNNING}. */
  private record RunningExecutor(
      GroupedProcess process, ExecutorSpec.Prepared prepared, long startedTick) {}

  private final ExecutorSpec spec;
  private final Launcher launcher;
  private final Cgroups groups;
  private final Executor orders;
  private volatile Pace wanted = Pace.FULL;
  private volatile boolean killed;

  private final AtomicBoolean ordered = new AtomicBoolean();

  private ProcessState state = ProcessState.PREPARING;
  private volatile @Nullable RunningExecutor running;
  private Pace pace = Pace.FULL;

  ExecutorProcess(ExecutorSpec spec, Launcher launcher, Cgroups groups, Executor orders) {
    this.spec = spec;
    this.launcher = launcher;
    this.groups = groups;
    this.orders = orders;
  }

  ExecutorExit run(Map<String, String> variables) {
    try (var ready = spec.prepare(variables)) {
      return runIn(groups.take(spec.limits()), ready);
    } catch (IOException refused) {
      return ExecutorExit.unknown("cannot start an executor: " + IoErrors.reason(refused));
    } catch (InterruptedException nobodyDoesThat) {
      throw new IllegalStateException(nobodyDoesThat);
    }
  }

  private ExecutorExit runIn(Cgroup group, ExecutorSpec.Prepared ready)
      throws IOException, InterruptedException {
    ExitStatus exit;
    var used = Cgroup.CgroupUsage.UNKNOWN;
    try {
      var started = launcher.startElsewhere(ready.start(), group);
      become(
          ProcessState.RUNNING,
          new RunningExecutor(new GroupedProcess(group, started), ready, System.nanoTime()));
      exit = started.await();
    } finally {
      // The group is another's once it has been given back, so no order may reach it any more.
      become(ProcessState.EXITED, null);
      used = group.finish();
    }
    return new ExecutorExit(exit.exitCode(), used.outOfMemory(), ready.stderrTail());
  }

  private synchronized void become(ProcessState next, @Nullable RunningExecutor now) {
    assert next.compareTo(state) > 0 : state + " cannot become " + next;
    state = next;
    running = now;
    carryOut();
  }

  void pace(Pace best) {
    wanted = best;
    order();
  }

  void kill() {
    killed = true;
    order();
  }

  private void order() {
    if (ordered.compareAndSet(false, true)) {
      orders.execute(
          () -> {
            ordered.set(false);
            carryOut();
          });
    }
  }

  private synchronized void carryOut() {
    var latest = wanted;
    var now = running;
    if (now == null) {
      return;
    }
    if (killed) {
      now.process.end(true);
    } else if (latest != pace) {
      pace = latest;
      now.process.pace(latest);
    }
  }

  boolean exceedsLogLimit() {
    var now = running;
    return now != null && now.prepared.exceedsLogLimit();
  }

  /** Counted from the start of the process: its files may take longer to arrive. */
  boolean hasRunFor(Duration time, long tick) {
    var now = running;
    return now != null && tick - now.startedTick > time.toNanos();
  }

  /**
   * How an executor ended.
   *
   * @param exitCode of its process; -1 where there was none or it is another's
   * @param outOfMemory whether the kernel has ended something of it for want of memory
   * @param stderrTail what it said at last, or why it never began
   */
  record ExecutorExit(int exitCode, boolean outOfMemory, String stderrTail) {
    static final int UNKNOWN_EXIT = -1;

    static ExecutorExit unknown(String why) {
      return new ExecutorExit(UNKNOWN_EXIT, false, why);
    }

    Caller.Loss lossOr(Caller.Loss otherwise) {
      return outOfMemory ? Caller.Loss.OUT_OF_MEMORY : otherwise;
    }

    /** The reason for which the node ended the executor, if any, and the last output. */
    String describe(String why) {
      if (why.isEmpty() || stderrTail.isEmpty() || stderrTail.equals(why)) {
        return why.isEmpty() ? stderrTail : why;
      }
      return why + "\n" + stderrTail;
    }
  }
}
