package dev.muster.core.client;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.SuspensionRecorded;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.ChangeSuspension;
import java.util.TreeMap;

/** Asks for jobs to be suspended or resumed, until that is on record; the latest wish counts. */
final class SuspensionRequests {

  private final Address<ClientEvent> self;
  private final Address<MasterEvent> master;

  /** Of each job that was ever suspended and is open, the latest request. */
  private final TreeMap<Long, ChangeSuspension> latest = new TreeMap<>();

  private final TreeMap<Long, ChangeSuspension> unanswered = new TreeMap<>();

  SuspensionRequests(Address<ClientEvent> self, Address<MasterEvent> master) {
    this.self = self;
    this.master = master;
  }

  void request(long job, boolean on, Effects out) {
    var before = latest.get(job);
    int revision = before == null ? 1 : before.revision() + 1;
    var request = new ChangeSuspension(job, revision, on, self);
    latest.put(job, request);
    unanswered.put(job, request);
    out.send(master, request);
  }

  /**
   * A client that started anew may ask with a revision that was used before: what is on record is
   * not what it asked for, and it asks again with a later one.
   */
  void recorded(SuspensionRecorded answer, Effects out) {
    var request = unanswered.get(answer.job());
    if (request == null || answer.revision() < request.revision()) {
      return;
    }
    unanswered.remove(answer.job());
    latest.put(
        answer.job(), new ChangeSuspension(answer.job(), answer.revision(), answer.on(), self));
    if (answer.on() == request.on()) {
      out.publish(answer);
    } else {
      request(answer.job(), request.on(), out);
    }
  }

  void ended(long job) {
    latest.remove(job);
    unanswered.remove(job);
  }

  /** Repeats what has no answer. */
  void beat(Effects out) {
    unanswered.values().forEach(request -> out.send(master, request));
  }
}
