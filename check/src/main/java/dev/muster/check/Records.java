package dev.muster.check;

import dev.muster.core.event.NodeEvent.Acknowledge;
import dev.muster.core.event.SchedulerEvent.Finished;
import dev.muster.core.loop.Event;
import org.jspecify.annotations.Nullable;

/** Follows which results schedulers put on record: the one just heard, when they say so. */
final class Records {

  private @Nullable Finished heard;

  void delivered(Event event) {
    heard = event instanceof Finished finished ? finished : null;
  }

  /** The result that this message says is on record, or null where it says no such thing. */
  @Nullable Finished recorded(Event sent) {
    boolean records =
        sent instanceof Acknowledge acknowledge
            && acknowledge.recorded()
            && heard != null
            && heard.reservation() == acknowledge.reservation();
    return records ? heard : null;
  }
}
