package dev.muster.core.scheduler.place;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timer;
import dev.muster.core.event.PlacementEvent;
import dev.muster.model.Admission;
import dev.muster.model.Load;
import dev.muster.model.Outcome;
import java.util.List;

/**
 * Finds nodes for the waiting tasks of stages under one policy, or under several that share their
 * state, and owns all state that nobody else needs.
 *
 * <p>One of each is made per scheduler, with a {@link PlacerContext}. A stage has one placer from
 * the moment it is ready; what the placer keeps of the stage is its {@link StagePlacer}. A placer
 * knows neither the scheduler nor other placers.
 */
public interface Placer {

  /** The policies of the placer, as job files name them. */
  List<String> policies();

  /** Whether tasks start on arrival at a node or wait in the queue of the node. */
  Admission admission();

  /**
   * Whether the placer decides task by task, by estimates: asks for what each task needs, chooses
   * the tier of its attempts, and has nodes report how they fare.
   */
  default boolean estimates() {
    return false;
  }

  /**
   * Whether what tasks take says how long others of their stage will, in later runs of the stage
   * too; else estimates stay as the job has them.
   */
  default boolean learns() {
    return true;
  }

  /** Whether the placer chooses the tier of its attempts, task by task. */
  default boolean choosesTiers() {
    return estimates();
  }

  /**
   * Whether resources are asked for before it is known which task will have them: all tasks of a
   * stage then need the same.
   */
  default boolean bindsLate() {
    return admission() == Admission.QUEUED && !estimates();
  }

  /** A stage is ready, and its {@link StageTasks#policy} is one of these {@link #policies}. */
  StagePlacer open(StageTasks stage);

  /** A message about placement; false where the message is for another placer. */
  boolean on(long nowNs, PlacementEvent event, Effects out);

  /** A timer is due; false where another placer set it. */
  default boolean wake(long nowNs, Timer timer, Effects out) {
    return false;
  }

  /** Once in a while: repeats what has no answer. */
  default void beat(long nowNs, Effects out) {}

  /**
   * The node of a watched attempt has reported; what it said of the attempt is on the attempt.
   *
   * @param load of the node
   */
  default void reported(long nowNs, int node, Load load, Attempt attempt, Effects out) {}

  /**
   * When a node reported its load last, as far as the placer knows; a task that the node has shed
   * is not placed there before it reports again.
   */
  default long reportedNs(int node) {
    return Long.MIN_VALUE;
  }

  /** A watched attempt has started, by the first report that says so. */
  default void started(long nowNs, Attempt attempt, Effects out) {}

  /** The node declined to promote the attempt, which has given its tokens back. */
  default void declined(long nowNs, Attempt attempt, Effects out) {}

  /** The node of an attempt has returned it, without having started it; then it is over. */
  default void returned(long nowNs, Attempt attempt) {}

  /**
   * The node of an attempt says how it ended; then it is over.
   *
   * @param ranNs from its launch to its exit; 0 where the node does not know
   */
  default void finished(long nowNs, Attempt attempt, Outcome outcome, long ranNs) {}

  /** An attempt is over, and so is the need for its claim. */
  default void ended(Attempt attempt) {}

  /** Attempts have ended: others may find resources. */
  default void freed(long nowNs, Effects out) {}

  /** An older epoch holds these claims; which of them attempts need is known at {@link #settle}. */
  default void inherit(List<Long> claims) {}

  /** All attempts of older epochs that nodes hold are adopted. */
  default void settle() {}

  default List<Lifecycle<?>> lifecycles() {
    return List.of();
  }
}
