package dev.muster.core.scheduler.place;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.model.Explanation;
import dev.muster.model.StageReport.Placed;

/** What a placer keeps of one stage, from the moment the stage is ready until it is complete. */
public interface StagePlacer {

  /**
   * Work appeared or vanished, or nodes did: has as much placed as the stage wants now.
   *
   * @return false where a limit of the placer is reached, so that this should be called again
   */
  boolean adjust(long nowNs, Effects out);

  /** A task waits again, or for the first time after its inputs came. */
  default void waits(int task) {}

  /** A task no longer waits: an attempt of it was started, or it is over. */
  default void leaves(int task) {}

  /** A node holds resources for a reservation and asks for its task. */
  default void askedForTask(long nowNs, Reservation reservation, GetTask question, Effects out) {
    throw new IllegalStateException("a placer without reservations was asked for a task");
  }

  /** A reservation is over without a task: returned by its node, or lost with it. */
  default void over(Reservation reservation, ReservationState as) {
    throw new IllegalStateException("a placer without reservations has lost one");
  }

  /** Nothing more is to be placed: takes back what waits at nodes. */
  default void close(Effects out) {}

  /** How its tasks were placed, for the report of the stage. */
  default Placed placed() {
    return Placed.NONE;
  }

  /** Which nodes were considered, or would be now, for a task that waits. */
  Explanation explain(long nowNs, int task);
}
