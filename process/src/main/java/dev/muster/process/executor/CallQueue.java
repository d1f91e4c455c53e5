package dev.muster.process.executor;

import dev.muster.core.actor.Pace;
import dev.muster.executor.frame.Protocol;
import dev.muster.process.executor.Caller.Loss;
import dev.muster.process.executor.ExecutorProcess.ExecutorExit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The queue of one kind of executor: the calls that wait, and the executor that takes them if there
 * is one. One lock guards all of it; callers are answered outside of it.
 *
 * <p>A call waits until there is a slot. It is then under way until it is answered or its executor
 * has ended, and is never given to a second one.
 */
final class CallQueue {
  private static final String STOPPED = "ended before it was called";

  private record LostCall(FunctionCall call, Loss loss) {}

  private final ExecutorPool pool;
  private final @Nullable ExecutorSpec spec;
  private final String name;
  private final ArrayDeque<FunctionCall> waiting = new ArrayDeque<>();
  private @Nullable ExecutorHandle executor;
  private int crashes;
  private long notBeforeTick = System.nanoTime();
  private long usedTick = System.nanoTime();
  private boolean closed;

  /** Without a spec the executors of this kind are started by others. */
  CallQueue(ExecutorPool pool, @Nullable ExecutorSpec spec, String name) {
    this.pool = pool;
    this.spec = spec;
    this.name = name;
  }

  synchronized void guarded(Runnable change) {
    change.run();
  }

  /** False if the queue is closed, and another one must take the call. */
  boolean submit(FunctionCall call) {
    synchronized (this) {
      if (closed) {
        return false;
      }
      usedTick = System.nanoTime();
      if (spec != null || executor != null) {
        waiting.add(call);
        pump();
        return true;
      }
    }
    call.caller.notCalled(nobody());
    return true;
  }

  private String nobody() {
    return "no executor is registered for `%s:`; start one that connects to %s"
        .formatted(name, pool.socket());
  }

  void pump() {
    while (executor != null && executor.hasFreeSlot() && !waiting.isEmpty()) {
      executor.send(waiting.remove());
    }
  }

  synchronized @Nullable FunctionCall answered(ExecutorHandle by, long number) {
    var call = by.remove(number);
    if (call != null) {
      call.done();
      crashes = 0;
      usedTick = System.nanoTime();
      pump();
      if (by.isRetired()) {
        by.retire();
      }
    }
    return call;
  }

  void cancel(FunctionCall call, boolean force) {
    boolean waited;
    synchronized (this) {
      waited = waiting.remove(call);
      var has = call.executor();
      if (has != null) {
        has.cancel(call);
      }
      if (has != null && force) {
        pool.later(() -> enforce(call));
      }
    }
    if (waited) {
      call.done();
      call.caller.failed(Protocol.ErrorReason.CANCELLED, STOPPED, 0);
    }
  }

  void pace(FunctionCall call, Pace wanted) {
    guarded(
        () -> {
          var has = call.executor();
          if (has != null) {
            has.pace(call, wanted);
          } else {
            call.pace = wanted;
          }
        });
  }

  private void enforce(FunctionCall call) {
    guarded(
        () -> {
          var has = call.executor();
          if (has != null && !call.isOverdue()) {
            call.overdue();
            has.end(Loss.BYSTANDER, "a call of " + call.function + " did not end when told to");
          }
        });
  }

  /** Whether to start an executor; the end of one that never connected is awaited first. */
  synchronized boolean wantsExecutor(long tick) {
    return spec != null
        && !waiting.isEmpty()
        && (executor == null || (executor.isRetired() && executor.wasReady()))
        && tick - notBeforeTick >= 0;
  }

  /** To be called if the queue wants one. A draining one goes on by itself. */
  synchronized ExecutorHandle add(ExecutorProcess process) {
    executor = new ExecutorHandle(this, process);
    return executor;
  }

  /** For an executor that others started; null if one is connected already. */
  synchronized @Nullable ExecutorHandle addForeign() {
    if (closed || (executor != null && !executor.isRetired())) {
      return null;
    }
    executor = new ExecutorHandle(this, null);
    return executor;
  }

  @Nullable ExecutorSpec spec() {
    return spec;
  }

  /** When the last call ended; the present while calls wait or run. */
  synchronized long idleSinceTick(long tick) {
    boolean idle = waiting.isEmpty() && (executor == null || executor.isIdle());
    return idle ? usedTick : tick;
  }

  synchronized boolean hasExecutor() {
    return executor != null && !executor.isRetired();
  }

  /** Ends an idle executor and closes the queue; false if calls wait or run. */
  synchronized boolean closeIfIdle() {
    if (!waiting.isEmpty() || (executor != null && !executor.isIdle())) {
      return false;
    }
    closed = true;
    if (executor != null) {
      executor.end(Loss.CRASHED, "");
    }
    return true;
  }

  void close(String why) {
    List<FunctionCall> left;
    synchronized (this) {
      closed = true;
      left = takeWaiting();
      if (executor != null) {
        executor.end(Loss.CRASHED, why);
      }
    }
    left.forEach(call -> call.caller.notCalled(why));
  }

  private List<FunctionCall> takeWaiting() {
    var taken = new ArrayList<>(waiting);
    waiting.clear();
    taken.forEach(FunctionCall::done);
    return taken;
  }

  void ended(ExecutorHandle gone, ExecutorExit exit) {
    List<LostCall> lost = new ArrayList<>();
    List<FunctionCall> hopeless = List.of();
    synchronized (this) {
      for (var call : gone.calls()) {
        lost.add(new LostCall(call, call.isOverdue() ? Loss.DISOBEYED : exit.lossOr(gone.loss())));
        call.done();
      }

      if (gone == executor) {
        executor = null;
        if (!gone.wasReady() || spec == null) {
          hopeless = takeWaiting();
        }
      }
      if (gone.loss() != Loss.BYSTANDER && (!gone.wasReady() || !lost.isEmpty())) {
        crashes++;
        notBeforeTick = System.nanoTime() + PoolLimits.pauseAfter(crashes).toNanos();
      }
    }
    var detail = exit.describe(gone.lossDetail());
    lost.forEach(each -> each.call.caller.lost(each.loss, exit.exitCode(), detail));
    hopeless.forEach(call -> call.caller.notCalled(detail));
  }
}
