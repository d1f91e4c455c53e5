package dev.muster.core.client;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.QueuesRecorded;
import dev.muster.core.event.ClientEvent.QueuesRejected;
import dev.muster.core.event.ClientEvent.RequestQueues;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.ChangeQueues;
import org.jspecify.annotations.Nullable;

/** Asks for other queues until the master has answered; the latest request counts. */
final class QueueRequests {

  private final Address<ClientEvent> self;
  private final Address<MasterEvent> master;
  private @Nullable RequestQueues unanswered;

  QueueRequests(Address<ClientEvent> self, Address<MasterEvent> master) {
    this.self = self;
    this.master = master;
  }

  void request(RequestQueues request, Effects out) {
    unanswered = request;
    beat(out);
  }

  void recorded(QueuesRecorded answer, Effects out) {
    if (unanswered != null && answer.revision() >= unanswered.revision()) {
      unanswered = null;
      out.publish(answer);
    }
  }

  void rejected(QueuesRejected answer, Effects out) {
    if (unanswered != null && answer.revision() == unanswered.revision()) {
      unanswered = null;
      out.publish(answer);
    }
  }

  boolean isIdle() {
    return unanswered == null;
  }

  /** Repeats what has no answer. */
  void beat(Effects out) {
    if (unanswered != null) {
      out.send(master, new ChangeQueues(unanswered.revision(), unanswered.tree(), self));
    }
  }
}
