package dev.muster.core.master.central;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.ContainerShortage;
import dev.muster.core.cell.Rejection;
import dev.muster.core.master.central.CentralOptions.Reserving;
import java.util.Optional;

/**
 * Places containers of one request, as many as the queue may have, as fit, and as one event may
 * place; and notes why no more.
 */
final class RequestFilling {

  /** What came of it. */
  enum Filled {
    /** All are placed, or nothing more can be. */
    DONE,
    /** The event has placed as many as it may. */
    UNFINISHED
  }

  /** How many containers one event places, those of gangs aside. */
  static final int MAX_CONTAINERS_PER_EVENT = 2_000;

  private static final long NEVER = Long.MAX_VALUE;

  private final CentralQueues queues;
  private final PendingRequests requests;
  private final ContainerSearch search;
  private final ContainerPlacing placing;
  private final NodeReservations reservations;
  private final Reserving reserving;
  private int budget;

  /** When someone's patience is over, or someone has waited for too long. */
  private long dueNs = NEVER;

  RequestFilling(
      CentralQueues queues,
      PendingRequests requests,
      ContainerSearch search,
      ContainerPlacing placing,
      NodeReservations reservations,
      Reserving reserving) {
    this.queues = queues;
    this.requests = requests;
    this.search = search;
    this.placing = placing;
    this.reservations = reservations;
    this.reserving = reserving;
  }

  /** Another event begins. */
  void begin() {
    budget = MAX_CONTAINERS_PER_EVENT;
  }

  boolean maySpend() {
    return budget > 0;
  }

  void flush(Effects out) {
    placing.flush(out);
  }

  /** When the line is to be reviewed; {@code Long.MAX_VALUE} where nothing says so. */
  long dueNs() {
    return dueNs;
  }

  /** All that wait are about to be looked at. */
  void forgetDue() {
    dueNs = NEVER;
  }

  // Whole requests.

  /**
   * @param onlyLook whether containers are placed by heartbeat: then it is only noted whether some
   *     node would do; gangs are placed all the same, as no single node could start them
   */
  Filled fill(long nowNs, PendingRequest request, boolean onlyLook, Effects out) {
    request.waits.on(ContainerShortage.IN_LINE);
    if (request.isGang() && request.wants()) {
      fillGang(nowNs, request, out);
      return Filled.DONE;
    }
    while (request.wants() && !stopsAtQueue(request, 1)) {
      if (budget == 0) {
        return Filled.UNFINISHED;
      }
      int node = search.find(nowNs, request);
      if (node == ContainerSearch.NOWHERE) {
        noteBlocked(nowNs, request);
        return Filled.DONE;
      }
      if (onlyLook) {
        request.waits.unblocked();
        return Filled.DONE;
      }
      if (!place(nowNs, request, node, out)) {
        return Filled.DONE;
      }
    }
    return Filled.DONE;
  }

  private void fillGang(long nowNs, PendingRequest gang, Effects out) {
    if (stopsAtQueue(gang, gang.wanted())) {
      return;
    }
    if (search.mustWait(nowNs, gang)) {
      gang.waits.on(ContainerShortage.PREFERENCE);
      noteBlocked(nowNs, gang);
      return;
    }
    var nodes = new IntList();
    if (search.findAll(nowNs, gang, nodes)) {
      accepted(gang, placing.placeGang(nowNs, gang, gang.waiting(), nodes, out));
    } else {
      gang.waits.on(ContainerShortage.GANG);
      noteBlocked(nowNs, gang);
    }
  }

  /** Another request that needs no less has just found no node. */
  void noteHopeless(long nowNs, PendingRequest request) {
    request.waits.on(ContainerShortage.RESOURCE);
    noteBlocked(nowNs, request);
  }

  /** One that waits for what it prefers, and may go elsewhere later, needs nobody's help. */
  private void noteBlocked(long nowNs, PendingRequest request) {
    boolean isPatient =
        request.waits.why() == ContainerShortage.PREFERENCE && !request.spec.where().isFirm();
    if (isPatient) {
      request.waits.unblocked();
      reviewAt(nowNs, PreferredLevels.patientUntilNs(request));
    } else {
      request.waits.blocked(nowNs);
      reviewAt(nowNs, Timing.later(request.waits.blockedNs(), reserving.afterNs()));
    }
  }

  private void reviewAt(long nowNs, long atNs) {
    dueNs = atNs > nowNs ? Math.min(dueNs, atNs) : dueNs;
  }

  /** Attempts that run get containers where they are, if they fit there as such. */
  void promote(long nowNs, PendingRequest request, Effects out) {
    for (var container : request.running()) {
      if (search.suits(nowNs, request, container.node()) && !stopsAtQueue(request, 1)) {
        placing.place(nowNs, request, container.claim(), container.node(), out);
      }
    }
  }

  // Single containers.

  /** Whether the next container of the request may be on this node now. */
  boolean takes(long nowNs, PendingRequest request, int node) {
    if (request.isGang() || !search.suits(nowNs, request, node)) {
      return false;
    }
    if (!search.accepts(nowNs, request, node)) {
      request.places.miss();
      return false;
    }
    return search.spares(nowNs, request, node) && !stopsAtQueue(request, 1);
  }

  /** Places the next container; by the limits of its scheduler that may not be allowed. */
  boolean place(long nowNs, PendingRequest request, int node, Effects out) {
    budget--;
    return accepted(request, placing.place(nowNs, request, request.next(), node, out));
  }

  private boolean accepted(PendingRequest request, Optional<Rejection> rejected) {
    if (rejected.isPresent()) {
      request.waits.on(ContainerShortage.LIMIT, rejected.get().toString());
      request.waits.unblocked();
      return false;
    }
    changed(request);
    return true;
  }

  /** The request wants more or less than it did. */
  void changed(PendingRequest request) {
    requests.changed(request);
    if (request.keptNodes > 0) {
      reservations.trim(request);
    }
  }

  /**
   * Whether the queue may not have so many more: then the request waits for it, and keeps no nodes.
   */
  private boolean stopsAtQueue(PendingRequest request, int containers) {
    var full = queues.full(request, containers);
    if (full != null) {
      request.waits.on(ContainerShortage.QUEUE, full.spec.path());
      request.waits.unblocked();
      reservations.release(request);
    }
    return full != null;
  }
}
