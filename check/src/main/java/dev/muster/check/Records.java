package dev.muster.check;

import dev.muster.core.actor.Event;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import org.jspecify.annotations.Nullable;

/** Follows which results schedulers put on record: the one just heard, when they say so. */
final class Records {

  private @Nullable TaskFinished heard;

  void delivered(Event event) {
    heard = event instanceof TaskFinished finished ? finished : null;
  }

  /** The result that this message says is on record, or null where it says no such thing. */
  @Nullable TaskFinished recorded(Event sent) {
    boolean records =
        sent instanceof AcknowledgeResult acknowledge
            && acknowledge.recorded()
            && heard != null
            && heard.reservation() == acknowledge.reservation();
    return records ? heard : null;
  }
}
