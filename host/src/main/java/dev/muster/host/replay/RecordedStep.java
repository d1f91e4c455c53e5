package dev.muster.host.replay;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Timer;
import dev.muster.core.event.Wake;
import dev.muster.wire.EventCodec;
import dev.muster.wire.WireException;
import dev.muster.wire.WireReader;
import dev.muster.wire.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * One step of an actor: what it received, and the fingerprint of what it did. As bytes: {@code
 * RecordedStep} of {@code files.proto}.
 *
 * @param broke whether it threw; the effects are those before
 */
record RecordedStep(long nowNs, Input input, long effects, boolean broke) {
  private static final int NOW_NS = 1;
  private static final int EFFECTS = 2;
  private static final int BROKE = 3;
  private static final int STARTED = 4;
  private static final int EVENT = 5;
  private static final int TIMER_TYPE = 6;
  private static final int TIMER_NAME = 7;

  sealed interface Input {
    /** The events of a recording are those that its actor received. */
    @SuppressWarnings("unchecked")
    default <E extends Event> void give(Actor<E> actor, long nowNs, Effects out) {
      switch (this) {
        case ActorStarted() -> actor.start(nowNs, out);
        case EventReceived(var event) -> actor.on(nowNs, (E) event, out);
      }
    }
  }

  record ActorStarted() implements Input {}

  record EventReceived(Event event) implements Input {}

  void write(WireWriter out) {
    out.signed(NOW_NS, nowNs).signed(EFFECTS, effects).flag(BROKE, broke);
    switch (input) {
      case ActorStarted() -> out.flag(STARTED, true);
      case EventReceived(Wake(var timer)) ->
          out.text(TIMER_TYPE, ((Enum<?>) timer).getDeclaringClass().getName())
              .text(TIMER_NAME, timer.name());
      case EventReceived(var event) -> {
        int at = out.begin(EVENT);
        EventCodec.write(event, out);
        out.endElement(at);
      }
    }
  }

  static RecordedStep read(WireReader in) throws WireException {
    long nowNs = 0;
    long effects = 0;
    boolean broke = false;
    @Nullable Input input = null;
    String timerType = "";
    while (in.hasMore()) {
      int tag = in.tag();
      switch (tag) {
        case NOW_NS << 3 -> nowNs = in.signed();
        case EFFECTS << 3 -> effects = in.signed();
        case BROKE << 3 -> broke = in.flag();
        case STARTED << 3 -> input = in.flag() ? new ActorStarted() : input;
        case EVENT << 3 | WireReader.LENGTH ->
            input = new EventReceived(EventCodec.read(in.part()));
        case TIMER_TYPE << 3 | WireReader.LENGTH -> timerType = in.text();
        case TIMER_NAME << 3 | WireReader.LENGTH ->
            input = new EventReceived(new Wake(timer(timerType, in.text(), in)));
        default -> in.skip(tag);
      }
    }
    return new RecordedStep(nowNs, present(input, in), effects, broke);
  }

  private static Input present(@Nullable Input input, WireReader in) throws WireException {
    if (input == null) {
      throw in.unknown("step");
    }
    return input;
  }

  /** By the names of its {@code enum} and of its constant. */
  private static Timer timer(String type, String name, WireReader in) throws WireException {
    try {
      for (var constant : timers(type)) {
        if (constant instanceof Timer timer && timer.name().equals(name)) {
          return timer;
        }
      }
    } catch (ClassNotFoundException unknown) {
      // said below
    }
    throw in.malformed("the timer " + type + "." + name);
  }

  private static Object[] timers(String type) throws ClassNotFoundException {
    var found = Class.forName(type, false, RecordedStep.class.getClassLoader());
    return found.isEnum() && Timer.class.isAssignableFrom(found)
        ? found.getEnumConstants()
        : new Object[0];
  }
}
