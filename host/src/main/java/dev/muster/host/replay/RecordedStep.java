package dev.muster.host.replay;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Event;
import dev.muster.wire.EventCodec;
import dev.muster.wire.WireException;
import dev.muster.wire.WireReader;
import dev.muster.wire.WireWriter;

/**
 * One step of an actor: what it received, and the fingerprint of what it did.
 *
 * @param broke whether it threw; the effects are those before
 */
record RecordedStep(long nowNs, Input input, long effects, boolean broke) {
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
    out.signed(nowNs).fixed(effects).unsigned(broke ? 1 : 0);
    switch (input) {
      case ActorStarted() -> out.unsigned(0);
      case EventReceived(var event) -> EventCodec.write(event, out.unsigned(1));
    }
  }

  static RecordedStep read(WireReader in) throws WireException {
    long nowNs = in.signed();
    long effects = in.fixed();
    boolean broke = in.choice(2) == 1;
    Input input = in.choice(2) == 0 ? new ActorStarted() : new EventReceived(EventCodec.read(in));
    in.expectEnd();
    return new RecordedStep(nowNs, input, effects, broke);
  }
}
