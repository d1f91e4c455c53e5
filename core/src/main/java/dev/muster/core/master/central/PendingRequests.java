package dev.muster.core.master.central;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.flat.LongMap;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The requests of all stages of open jobs, and the one place where they change their state. */
final class PendingRequests {

  private final LongMap<TreeMap<Integer, PendingRequest>> byJob = new LongMap<>();
  private final CentralQueues queues;
  private final Lifecycle<RequestState> lifecycle;
  private int waiting;
  private long containers;

  PendingRequests(CentralQueues queues, Lifecycle<RequestState> lifecycle) {
    this.queues = queues;
    this.lifecycle = lifecycle;
  }

  @Nullable PendingRequest find(long job, int stage) {
    var ofJob = byJob.find(job);
    return ofJob == null ? null : ofJob.get(stage);
  }

  void add(PendingRequest request) {
    var ofJob = byJob.find(request.job);
    if (ofJob == null) {
      ofJob = new TreeMap<>();
      byJob.put(request.job, ofJob);
    }
    ofJob.put(request.stage, request);
  }

  /** What the request wants may be less or more than it was. */
  void changed(PendingRequest request) {
    containers += request.wanted() - request.counted;
    request.counted = request.wanted();
    boolean inLine = request.state() != RequestState.SETTLED;
    if (request.wants() && !inLine) {
      change(request, RequestState.WAITING);
      queues.add(request);
      waiting++;
    } else if (!request.wants() && inLine) {
      change(request, RequestState.SETTLED);
      queues.remove(request);
      request.waits.unblocked();
      waiting--;
    }
  }

  /** Nodes are kept for it, or are not any more. */
  void reserves(PendingRequest request, boolean areKept) {
    if (areKept != (request.state() == RequestState.RESERVING) && request.wants()) {
      change(request, areKept ? RequestState.RESERVING : RequestState.WAITING);
    }
  }

  private void change(PendingRequest request, RequestState next) {
    request.become(lifecycle.change(request.state(), next));
  }

  /** How many stages are in line. */
  int waiting() {
    return waiting;
  }

  /** How many containers all stages want together. */
  long containers() {
    return containers;
  }

  /** The job is over. */
  void removeJob(long job, Consumer<PendingRequest> removed) {
    var ofJob = byJob.remove(job);
    if (ofJob != null) {
      ofJob.values().forEach(each -> remove(each, removed));
    }
  }

  /** The scheduler has started anew. */
  void removeScheduler(int index, Consumer<PendingRequest> removed) {
    for (var request : all()) {
      if (request.owner() == index) {
        byJob.remove(request.job);
        remove(request, removed);
      }
    }
  }

  private void remove(PendingRequest request, Consumer<PendingRequest> removed) {
    request.forget();
    changed(request);
    removed.accept(request);
  }

  List<PendingRequest> all() {
    List<PendingRequest> all = new ArrayList<>();
    byJob.values().forEach(ofJob -> all.addAll(ofJob.values()));
    return all;
  }
}
