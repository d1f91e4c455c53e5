package dev.muster.check;

import dev.muster.core.actor.Event;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.PlaceTask;
import org.jspecify.annotations.Nullable;

/** Finds the task that a message gives to a node, by whichever binding. */
final class Given {

  private Given() {}

  /** Null where the message gives none. */
  static @Nullable Work in(Event sent) {
    return switch (sent) {
      case LaunchTask assign -> assign.work();
      case PlaceTask place -> place.work();
      default -> null;
    };
  }
}
