package dev.muster.process.executor;

import dev.muster.core.actor.Pace;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.executor.frame.FrameReader.MalformedFrame;
import dev.muster.executor.frame.Protocol;
import dev.muster.executor.frame.Texts;
import dev.muster.process.executor.Caller.Loss;
import dev.muster.process.executor.ExecutorProcess.ExecutorExit;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One executor of a {@link CallQueue}, from its start to its end: its connection once that is
 * there, and its calls. All of its state is guarded by the lock of its queue.
 */
final class ExecutorHandle {
  /**
   * <pre>
   *   STARTING ─► READY ─► DRAINING
   *       └─► ABORTED
   * </pre>
   */
  private enum ExecutorState {
    STARTING,
    READY,
    /** Takes no more calls, and ends with those it has. */
    DRAINING,
    ABORTED
  }

  private static final Pace[] PACES = Pace.values();

  private final CallQueue queue;
  private final LongMap<FunctionCall> underWay = new LongMap<>();
  private final @Nullable ExecutorProcess process;
  private @Nullable Connection connection;
  private int slots;
  private long nextNumber;
  private ExecutorState state = ExecutorState.STARTING;
  private Pace pace = Pace.FULL;

  private final int[] paces = new int[PACES.length];

  private Loss loss = Loss.CRASHED;
  private String lossDetail = "";

  /** Without a process the executor was started by others. */
  ExecutorHandle(CallQueue queue, @Nullable ExecutorProcess process) {
    this.queue = queue;
    this.process = process;
  }

  boolean hasFreeSlot() {
    return state == ExecutorState.READY && underWay.size() < slots;
  }

  boolean isRetired() {
    return state == ExecutorState.DRAINING || state == ExecutorState.ABORTED;
  }

  boolean wasReady() {
    return state == ExecutorState.READY || state == ExecutorState.DRAINING;
  }

  private void become(ExecutorState next) {
    assert next == ExecutorState.DRAINING
            ? state == ExecutorState.READY
            : state == ExecutorState.STARTING
        : state + " cannot become " + next;
    state = next;
  }

  boolean isIdle() {
    return underWay.isEmpty();
  }

  List<FunctionCall> calls() {
    return underWay.values();
  }

  Loss loss() {
    return loss;
  }

  String lossDetail() {
    return lossDetail;
  }

  void arrived(Connection arrived, int itsSlots) {
    queue.guarded(
        () -> {
          connection = arrived;
          slots = itsSlots;
        });
  }

  void handshakeCompleted() {
    queue.guarded(
        () -> {
          if (state == ExecutorState.STARTING) {
            become(ExecutorState.READY);
            queue.pump();
          }
        });
  }

  void send(FunctionCall call) {
    call.sentTo(this, nextNumber++);
    underWay.put(call.number(), call);
    paces[call.pace.ordinal()]++;
    adjustPace();
    connected().out().call(call.number(), call.function, call.argument);
  }

  /** A frozen executor does not receive a cancellation, so a cancelled call is slow at worst. */
  void pace(FunctionCall call, Pace wanted) {
    var best = call.isCancelled() && wanted == Pace.FROZEN ? Pace.LOW : wanted;
    paces[call.pace.ordinal()]--;
    paces[best.ordinal()]++;
    call.pace = best;
    adjustPace();
  }

  /** The best of those under way: no call may be frozen because another one is. */
  private void adjustPace() {
    for (var best : PACES) {
      if (paces[best.ordinal()] > 0) {
        if (best != pace && process != null) {
          process.pace(best);
        }
        pace = best;
        return;
      }
    }
  }

  void cancel(FunctionCall call) {
    if (call.cancelOnce()) {
      pace(call, call.pace);
      connected().out().cancel(call.number());
    }
  }

  void look(long tick, PoolLimits limits) {
    if (process == null) {
      return;
    }
    boolean exceedsLogLimit = process.exceedsLogLimit();
    boolean late = process.hasRunFor(limits.start(), tick);
    queue.guarded(
        () -> {
          if (exceedsLogLimit) {
            end(Loss.LOG_LIMIT, "wrote more to its log than it may");
          } else if (late && state == ExecutorState.STARTING) {
            end(Loss.CRASHED, "did not come within " + limits.start().toSeconds() + " s");
          }
        });
  }

  private Connection connected() {
    if (connection == null) {
      throw new IllegalStateException("nothing is sent to an executor before it has come");
    }
    return connection;
  }

  void receive(Protocol.FrameKind kind, long number, ByteBuffer body) throws MalformedFrame {
    switch (kind) {
      case RESULT -> returned(number, body);
      case ERROR -> failed(number, body);
      case BYE -> queue.guarded(this::retire);
      case HELLO, CALL, CANCEL -> throw new MalformedFrame("an executor sends no " + kind + " now");
    }
  }

  private void returned(long number, ByteBuffer body) throws MalformedFrame {
    long cpuNs = body.getLong();
    var bytes = Texts.readBytes(body);
    answered(number).caller.returned(bytes, cpuNs);
  }

  private void failed(long number, ByteBuffer body) throws MalformedFrame {
    long cpuNs = body.getLong();
    int reasonNumber = body.get();
    var reason = Protocol.ErrorReason.of(reasonNumber);
    if (reason.isEmpty()) {
      throw new MalformedFrame("an ERROR for the unknown reason " + reasonNumber);
    }
    var detail = Texts.readRest(body);
    answered(number).caller.failed(reason.get(), detail, cpuNs);
  }

  private FunctionCall answered(long number) throws MalformedFrame {
    var call = queue.answered(this, number);
    if (call == null) {
      throw new MalformedFrame("an answer to call " + number + ", which nobody has asked");
    }
    return call;
  }

  @Nullable FunctionCall remove(long number) {
    var removed = underWay.remove(number);
    if (removed != null) {
      paces[removed.pace.ordinal()]--;
      adjustPace();
    }
    return removed;
  }

  void retire() {
    drain();
    if (underWay.isEmpty()) {
      end(Loss.CRASHED, "");
    }
  }

  void end(Loss why, String detail) {
    drain();
    if (lossDetail.isEmpty()) {
      loss = why;
      lossDetail = detail;
    }
    if (process != null) {
      process.kill();
    } else if (connection != null) {
      connection.close(detail);
    }
  }

  private void drain() {
    if (!isRetired()) {
      become(wasReady() ? ExecutorState.DRAINING : ExecutorState.ABORTED);
    }
  }

  void stop(String why) {
    queue.guarded(() -> end(Loss.CRASHED, why));
  }

  /** An executor of ours ends with its process; only then its exit status is known. */
  void closed(String why) {
    boolean exitTellsMore = process != null && why.equals(Connection.BY_THE_OTHER);
    stop(exitTellsMore ? "" : why);
    if (process == null) {
      queue.ended(this, ExecutorExit.unknown(why));
    }
  }
}
