package dev.muster.core.queue;

import dev.muster.core.event.NodeEvent.Reserve;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.loop.Address;
import dev.muster.model.Resources;

/** A place in the line, and while its scheduler is asked for a task, the room held for it. */
final class Reservation {

  private static final long NOT_ASKED = 0;

  final long id;
  final Address<SchedulerEvent> scheduler;
  final Resources need;

  /** The number of the latest question for its task; an answer must echo it. */
  long ask = NOT_ASKED;

  int asks;
  long askedNs;
  boolean gone;

  Reservation(Reserve reserve) {
    this.id = reserve.reservation();
    this.scheduler = reserve.scheduler();
    this.need = reserve.resources();
  }

  /** Whether this is the number of its latest question, and it has asked one. */
  boolean asks(long number) {
    return asking() && ask == number;
  }

  boolean asking() {
    return ask != NOT_ASKED;
  }
}
