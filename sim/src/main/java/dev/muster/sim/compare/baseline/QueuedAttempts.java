package dev.muster.sim.compare.baseline;

import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.StageTasks;
import java.util.ArrayList;
import java.util.List;

/** A task that waits at one node or at several, of which the first to start it keeps it. */
final class QueuedAttempts {

  final StageTasks stage;
  final int task;
  private final List<Attempt> attempts = new ArrayList<>();

  /** When the task has waited long enough to be sent to a node further away as well. */
  long relaxNs;

  private Locality locality = Locality.HOLDER;
  private boolean started;

  QueuedAttempts(StageTasks stage, int task) {
    this.stage = stage;
    this.task = task;
  }

  Locality locality() {
    return locality;
  }

  void relax() {
    locality = locality.relaxed();
  }

  void add(Attempt attempt) {
    attempts.add(attempt);
  }

  void remove(Attempt attempt) {
    attempts.remove(attempt);
  }

  /** The attempt has started; gives those that are not needed, itself if another was first. */
  List<Attempt> started(Attempt attempt) {
    if (started) {
      return List.of(attempt);
    }
    started = true;
    return attempts.stream().filter(other -> other != attempt).toList();
  }

  /** Whether the task is at some node and runs at none. */
  boolean waits() {
    return !started && !attempts.isEmpty();
  }

  int count() {
    return attempts.size();
  }

  /** Whether some attempt of the task is on that node. */
  boolean isOn(int node) {
    return attempts.stream().anyMatch(attempt -> attempt.node() == node);
  }

  /** How far from its input a task may run. */
  enum Locality {
    HOLDER,
    RACK,
    ANYWHERE;

    Locality relaxed() {
      return this == HOLDER ? RACK : ANYWHERE;
    }
  }
}
