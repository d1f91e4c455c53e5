package dev.muster.host.run.executor;

import dev.muster.core.actor.Pace;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.executor.frame.ErrorReason;
import dev.muster.executor.frame.Kind;
import dev.muster.executor.frame.MalformedFrame;
import dev.muster.executor.frame.Texts;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One executor of a {@link Place}, from its start to its end: its connection once it has come, and
 * the calls it has. All of its state is guarded by the lock of its place.
 */
final class Crew implements Connection.Listener {

  /** The best first. */
  private static final Pace[] PACES = Pace.values();

  private final Place place;
  private final LongMap<Call> underWay = new LongMap<>();
  private final @Nullable ExecutorProcess process;
  private @Nullable Connection connection;
  private int slots;
  private long nextNumber;
  private boolean welcome;

  /** Whether it takes no more calls. */
  private boolean retired;

  private Pace pace = Pace.FULL;

  /** How many of the calls under way have each pace. */
  private final int[] paces = new int[PACES.length];

  private Loss loss = Loss.CRASHED;
  private String whyLost = "";

  /**
   * @param process null for one that others have started
   */
  Crew(Place place, @Nullable ExecutorProcess process) {
    this.place = place;
    this.process = process;
  }

  boolean hasRoom() {
    return welcome && !retired && underWay.size() < slots;
  }

  boolean isRetired() {
    return retired;
  }

  boolean wasWelcome() {
    return welcome;
  }

  boolean isIdle() {
    return underWay.isEmpty();
  }

  List<Call> calls() {
    return underWay.values();
  }

  Loss loss() {
    return loss;
  }

  String whyLost() {
    return whyLost;
  }

  void arrived(Connection arrived, int itsSlots) {
    place.guarded(
        () -> {
          connection = arrived;
          slots = itsSlots;
        });
  }

  @Override
  public void welcomed() {
    place.guarded(
        () -> {
          welcome = true;
          place.pump();
        });
  }

  void send(Call call) {
    call.crew = this;
    call.number = nextNumber++;
    underWay.put(call.number, call);
    paces[call.pace.ordinal()]++;
    adjustPace();
    connected().out().call(call.number, call.function(), call.argument());
  }

  /** One that stands still does not hear that it should end, so then it is slow at worst. */
  void pace(Call call, Pace wanted) {
    var best = call.cancelled && wanted == Pace.FROZEN ? Pace.LOW : wanted;
    paces[call.pace.ordinal()]--;
    paces[best.ordinal()]++;
    call.pace = best;
    adjustPace();
  }

  /** The best of those under way: none may stand still because another one does. */
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

  void cancel(Call call) {
    call.cancelled = true;
    pace(call, call.pace);
    connected().out().cancel(call.number);
  }

  /** Ends what does not keep to its limits. */
  void look(long tick, Limits limits) {
    if (process == null) {
      return;
    }
    boolean floods = process.floods();
    boolean late = process.hasRunFor(limits.start(), tick);
    place.guarded(
        () -> {
          if (floods) {
            end(Loss.LOG_LIMIT, "wrote more to its log than it may");
          } else if (late && !welcome) {
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

  @Override
  public void hear(Kind kind, long number, ByteBuffer body) throws MalformedFrame {
    switch (kind) {
      case RESULT -> returned(number, body);
      case ERROR -> failed(number, body);
      case BYE -> place.guarded(this::retire);
      case HELLO, CALL, CANCEL -> throw new MalformedFrame("an executor sends no " + kind + " now");
    }
  }

  private void returned(long number, ByteBuffer body) throws MalformedFrame {
    long cpuNs = body.getLong();
    var bytes = Texts.readBytes(body);
    answered(number).caller().returned(bytes, cpuNs);
  }

  private void failed(long number, ByteBuffer body) throws MalformedFrame {
    long cpuNs = body.getLong();
    int reasonNumber = body.get();
    var reason = ErrorReason.of(reasonNumber);
    if (reason.isEmpty()) {
      throw new MalformedFrame("an ERROR for the unknown reason " + reasonNumber);
    }
    var detail = Texts.readRest(body);
    answered(number).caller().failed(reason.get(), detail, cpuNs);
  }

  /** The call that this answers; there is room for another one now. */
  private Call answered(long number) throws MalformedFrame {
    var call = place.answered(this, number);
    if (call == null) {
      throw new MalformedFrame("an answer to call " + number + ", which nobody has asked");
    }
    return call;
  }

  @Nullable Call remove(long number) {
    var removed = underWay.remove(number);
    if (removed != null) {
      paces[removed.pace.ordinal()]--;
      adjustPace();
    }
    return removed;
  }

  /** It finishes what it has. */
  void retire() {
    retired = true;
    if (underWay.isEmpty()) {
      end(Loss.CRASHED, "");
    }
  }

  /** Ends it with all that it has, for this reason unless there is one already. */
  void end(Loss why, String detail) {
    retired = true;
    if (whyLost.isEmpty()) {
      loss = why;
      whyLost = detail;
    }
    if (process != null) {
      process.kill();
    } else if (connection != null) {
      connection.close(detail);
    }
  }

  void stop(String why) {
    place.guarded(() -> end(Loss.CRASHED, why));
  }

  /** Ours are over when their process is; then it is known how it ended. */
  @Override
  public void closed(String why) {
    boolean exitTellsMore = process != null && why.equals(Connection.BY_THE_OTHER);
    stop(exitTellsMore ? "" : why);
    if (process == null) {
      place.ended(this, Ending.unknown(why));
    }
  }
}
