package dev.muster.sim.drive;

import dev.muster.core.actor.Event;
import dev.muster.core.actor.TraceHash;

/** A number for each type of event that is the same in every JVM. */
final class EventKinds {

  private final ClassValue<Long> numbers =
      new ClassValue<>() {
        @Override
        protected Long computeValue(Class<?> type) {
          return new TraceHash().add(type.getName()).value();
        }
      };

  long of(Event event) {
    return numbers.get(event.getClass());
  }
}
