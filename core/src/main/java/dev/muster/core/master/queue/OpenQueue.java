package dev.muster.core.master.queue;

import dev.muster.model.queue.OpportunisticQuota;
import dev.muster.model.queue.QueueSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A queue, what is taken of it, and its line where it has one. */
final class OpenQueue {

  private final QueueSpec spec;
  private final @Nullable OpenQueue above;
  private final List<OpenQueue> toRoot = new ArrayList<>();
  private final Taken taken = new Taken();
  private final TreeMap<String, Taken> byUser = new TreeMap<>();
  final WaitingLine line = new WaitingLine();

  OpenQueue(QueueSpec spec, @Nullable OpenQueue above) {
    this.spec = spec;
    this.above = above;
    this.toRoot.add(this);
    if (above != null) {
      toRoot.addAll(above.toRoot);
    }
  }

  QueueSpec spec() {
    return spec;
  }

  String path() {
    return spec.path();
  }

  @Nullable OpenQueue above() {
    return above;
  }

  /** Itself, and all above it. */
  List<OpenQueue> toRoot() {
    return toRoot;
  }

  /** How many opportunistic tasks each job may have: as the nearest queue says that says it. */
  OpportunisticQuota quota() {
    for (var queue : toRoot) {
      if (!queue.spec.opportunistic().equals(OpportunisticQuota.NONE)) {
        return queue.spec.opportunistic();
      }
    }
    return OpportunisticQuota.NONE;
  }

  Taken taken() {
    return taken;
  }

  Taken takenBy(String user) {
    return byUser.getOrDefault(user, NOTHING);
  }

  private static final Taken NOTHING = new Taken();

  /** In this queue and all above it. */
  void count(QueuedJob job) {
    for (var queue : toRoot) {
      queue.taken.add(job);
      queue.byUser.computeIfAbsent(job.spec().user(), _ -> new Taken()).add(job);
    }
  }

  void discount(QueuedJob job) {
    for (var queue : toRoot) {
      queue.taken.remove(job);
      var user = job.spec().user();
      var ofUser = queue.byUser.get(user);
      if (ofUser != null) {
        ofUser.remove(job);
        if (ofUser.isNothing()) {
          queue.byUser.remove(user);
        }
      }
    }
  }
}
