package dev.muster.core.node;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.ReturnReason;
import dev.muster.model.Admission;
import dev.muster.model.Demand;

/** Decides what may come in; what may not is given back with the reason. */
final class Intake {

  private final NodeConfig config;
  private final Room room;
  private final Turns turns;
  private final Window window;
  private final Voice voice;
  private final Seen seen = new Seen();

  Intake(NodeConfig config, Room room, Turns turns, Window window, Voice voice) {
    this.config = config;
    this.room = room;
    this.turns = turns;
    this.window = window;
    this.voice = voice;
  }

  /** Whether it came by itself, and not for the first time. */
  boolean isEcho(Entry entry) {
    return entry.work != null && !seen.isNew(entry.id);
  }

  /** Should it come after all, it is an echo: it is known that nobody wants it. */
  void expectNot(long id) {
    seen.isNew(id);
  }

  /** Whether it is given back. */
  boolean refuses(Entry entry, Effects out) {
    if (window.isClosed()) {
      voice.giveBack(entry, ReturnReason.DRAINING, "the node takes no new work", out);
    } else if (!config.grants().cover(entry.demand)) {
      voice.giveBack(entry, ReturnReason.NO_GRANT, "its grant does not cover it", out);
    } else if (!entry.need().fitsIn(room.capacity())) {
      voice.giveBack(entry, ReturnReason.TOO_LARGE, room.capacity(), out);
    } else if (entry.demand.admission() == Admission.QUEUED && !turns.takes(entry)) {
      voice.giveBack(entry, ReturnReason.LIMIT, turns.size() + " wait here", out);
    } else {
      return false;
    }
    return true;
  }

  /** Whether this grant covers it as a guaranteed one. */
  boolean covers(Demand demand, String grant) {
    return config.grants().cover(demand.guaranteedBy(grant));
  }
}
