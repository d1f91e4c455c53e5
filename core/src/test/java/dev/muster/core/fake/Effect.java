package dev.muster.core.fake;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Work;
import dev.muster.model.Tier;

/** One thing that an actor did to the world. */
public sealed interface Effect {

  record Send(Address<?> to, Event event) implements Effect {}

  record WakeAt(long atNs, Timer timer) implements Effect {}

  record Append(LogEntry entry) implements Effect {}

  record Start(Launch launch) implements Effect {

    public long run() {
      return launch.run();
    }

    public Work work() {
      return launch.work();
    }
  }

  record End(long run, boolean force) implements Effect {}

  record Paced(long run, Pace pace) implements Effect {}

  record Forget(long run) implements Effect {}

  record Fetch(Work work, Tier tier) implements Effect {}

  record Measure() implements Effect {}

  record Publish(Event event) implements Effect {}

  record Busy(long ns) implements Effect {}
}
