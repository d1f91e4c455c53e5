package dev.muster.check;

import dev.muster.core.event.NodeEvent.Assign;
import dev.muster.core.event.NodeEvent.Place;
import dev.muster.core.loop.Event;
import dev.muster.core.loop.Work;
import org.jspecify.annotations.Nullable;

/** Finds the task that a message gives to a node, by whichever binding. */
final class Given {

  private Given() {}

  /** Null where the message gives none. */
  static @Nullable Work in(Event sent) {
    return switch (sent) {
      case Assign assign -> assign.work();
      case Place place -> place.work();
      default -> null;
    };
  }
}
