package dev.muster.core.master.central;

import dev.muster.core.actor.Effects;
import dev.muster.core.cell.ContainerShortage;
import dev.muster.core.cell.Request;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.core.master.state.cell.ClaimWatcher;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Decides where containers go, so many within one event; the rest follows a moment later.
 *
 * <p>A request is tried when it comes. What fits nowhere waits in line; when something becomes
 * available on a node, the first in line that fits there gets it. What else may have changed (nodes
 * that are well again, queues that have grown) a review of the whole line finds.
 */
final class CentralPlacement implements ClaimWatcher {

  /** How many nodes that have something available are looked at within one event. */
  static final int MAX_NODES_PER_EVENT = 64;

  /** How many containers one event places. */
  static final int MAX_CONTAINERS_PER_EVENT = 2_000;

  private final CellState cell;
  private final CentralQueues queues;
  private final PendingRequests requests;
  private final AvailableIndex index;
  private final ContainerSearch search;
  private final ContainerPlacing placing;

  /** Nodes that have more available than when they were looked at last. */
  private final TreeSet<Integer> freed = new TreeSet<>();

  /** Requests that were tried and have more containers than one event places. */
  private final LinkedHashSet<PendingRequest> unfinished = new LinkedHashSet<>();

  private int budget;

  CentralPlacement(
      CellState cell,
      CentralQueues queues,
      PendingRequests requests,
      AvailableIndex index,
      ContainerSearch search,
      ContainerPlacing placing) {
    this.cell = cell;
    this.queues = queues;
    this.requests = requests;
    this.index = index;
    this.search = search;
    this.placing = placing;
  }

  // What changes.

  @Override
  public void promised(long claim, int machine, Request request) {
    queues.promised(request);
    index.refresh(machine);
  }

  @Override
  public void ended(long claim, int machine, Request request) {
    queues.ended(request);
    changed(machine);
  }

  /** There is such a machine. */
  void see(int machine) {
    index.refresh(machine);
  }

  /** Something else has become available on a machine, or the machine has left. */
  void changed(int machine) {
    index.refresh(machine);
    if (cell.has(machine)) {
      freed.add(machine);
    }
  }

  /** The request is over. */
  void removed(PendingRequest request) {
    unfinished.remove(request);
  }

  /** Whether nodes have more available than when they were looked at last. */
  boolean hasFreed() {
    return !freed.isEmpty();
  }

  /** Whether there is something to be done at once. */
  boolean isDue() {
    return !unfinished.isEmpty() || (!freed.isEmpty() && requests.waiting() > 0);
  }

  // Placing.

  /** A request has come, or has changed. */
  void tryNow(long nowNs, PendingRequest request, Effects out) {
    budget = MAX_CONTAINERS_PER_EVENT;
    fill(nowNs, request, out);
    placing.flush(out);
  }

  /** Goes on with what an earlier event left. */
  void resume(long nowNs, Effects out) {
    budget = MAX_CONTAINERS_PER_EVENT;
    for (var request : List.copyOf(unfinished)) {
      if (unfinished.remove(request)) {
        fill(nowNs, request, out);
      }
    }
    placing.flush(out);
  }

  /** Has what became available on nodes used, by those that go first. */
  void serveFreed(long nowNs, Effects out) {
    budget = MAX_CONTAINERS_PER_EVENT;
    if (requests.waiting() == 0) {
      freed.clear();
    }
    for (int left = MAX_NODES_PER_EVENT; left > 0 && budget > 0 && !freed.isEmpty(); left--) {
      serve(nowNs, freed.removeFirst(), Integer.MAX_VALUE, out);
    }
    placing.flush(out);
  }

  /** Tries all that is in line; of those that need no less than one that fits nowhere, none. */
  void review(long nowNs, Effects out) {
    budget = MAX_CONTAINERS_PER_EVENT;
    List<PendingRequest> line = new ArrayList<>(requests.waiting());
    queues.each(line::add);
    @Nullable Resources tooMuch = null;
    for (var request : line) {
      boolean isHopeless = tooMuch != null && tooMuch.fitsIn(request.need());
      if (!isHopeless || !isPlain(request)) {
        fill(nowNs, request, out);
        boolean fitsNowhere = request.wants() && request.why() == ContainerShortage.RESOURCE;
        tooMuch = fitsNowhere && isPlain(request) ? request.need() : tooMuch;
      }
    }
    placing.flush(out);
  }

  /** Whether any node would do that has enough. */
  private static boolean isPlain(PendingRequest request) {
    return request.spec.where().isAnywhere() && !request.hasBarred() && !request.isGang();
  }

  /** Places as many containers of the request as fit, and notes why no more do. */
  private void fill(long nowNs, PendingRequest request, Effects out) {
    placing.begin(request, out);
    request.waitsFor(ContainerShortage.IN_LINE);
    while (request.wants()) {
      if (budget == 0) {
        unfinished.add(request);
        return;
      }
      if (isFull(request, 1)) {
        return;
      }
      int node = search.find(request);
      if (node == ContainerSearch.NOWHERE) {
        request.waitsFor(ContainerShortage.RESOURCE);
        request.blocked(nowNs);
        return;
      }
      if (!place(nowNs, request, node)) {
        return;
      }
    }
  }

  private boolean isFull(PendingRequest request, int containers) {
    var full = queues.full(request, containers);
    if (full != null) {
      request.waitsFor(ContainerShortage.QUEUE, full.spec.path());
      request.unblocked();
    }
    return full != null;
  }

  /** Places so many containers on a node at most, of those that go first. */
  private void serve(long nowNs, int node, int most, Effects out) {
    for (int placed = 0; placed < most && budget > 0; placed++) {
      var next = queues.first(one -> search.suits(one, node) && !isFull(one, 1));
      if (next == null) {
        return;
      }
      placing.begin(next, out);
      if (!place(nowNs, next, node)) {
        return;
      }
    }
    freed.add(node); // there may be more for it
  }

  /** Whether the cell state accepts the container; by the limits of its owner it may not. */
  private boolean place(long nowNs, PendingRequest request, int node) {
    var rejected = placing.place(nowNs, request, request.next(), node);
    budget--;
    if (rejected.isPresent()) {
      request.waitsFor(ContainerShortage.LIMIT, rejected.get().toString());
      return false;
    }
    requests.changed(request);
    return true;
  }
}
