package dev.muster.process.executor;

import dev.muster.core.actor.Pace;
import org.jspecify.annotations.Nullable;

/** One call, from its caller to its answer. Its state is guarded by the lock of its queue. */
public final class FunctionCall {
  /**
   * <pre>
   *   WAITING ─► RUNNING ─► CANCELLING ─► OVERDUE ─► DONE; from each to DONE
   * </pre>
   */
  private enum CallState {
    WAITING,
    RUNNING,
    /** The executor has been asked to end the call. */
    CANCELLING,
    /** The call did not end when told to by force. */
    OVERDUE,
    DONE
  }

  private final CallQueue queue;
  final String function;
  final byte[] argument;
  final Caller caller;
  private CallState state = CallState.WAITING;

  /** The executor that has the call; null while the call waits, and once it is answered. */
  private @Nullable ExecutorHandle executor;

  private long number;
  Pace pace;

  FunctionCall(CallQueue queue, String function, byte[] argument, Pace pace, Caller caller) {
    this.queue = queue;
    this.function = function;
    this.argument = argument;
    this.pace = pace;
    this.caller = caller;
  }

  @Nullable ExecutorHandle executor() {
    return executor;
  }

  long number() {
    return number;
  }

  void sentTo(ExecutorHandle taken, long itsNumber) {
    become(CallState.RUNNING);
    executor = taken;
    number = itsNumber;
  }

  boolean cancelOnce() {
    if (state == CallState.RUNNING) {
      become(CallState.CANCELLING);
      return true;
    }
    return false;
  }

  boolean isCancelled() {
    return state == CallState.CANCELLING || state == CallState.OVERDUE;
  }

  void overdue() {
    become(CallState.OVERDUE);
  }

  boolean isOverdue() {
    return state == CallState.OVERDUE;
  }

  /** The call is answered, or never will be. */
  void done() {
    become(CallState.DONE);
    executor = null;
  }

  private void become(CallState next) {
    assert next.compareTo(state) > 0 : state + " cannot become " + next;
    state = next;
  }

  /**
   * Asks it to end; with force, its executor ends with it if it has not in a moment. It is answered
   * as ever, and nothing happens if it was.
   */
  public void cancel(boolean force) {
    queue.cancel(this, force);
  }

  /** Its executor goes at the best pace that any of its calls has. */
  public void pace(Pace wanted) {
    queue.pace(this, wanted);
  }
}
