package dev.muster.core.scheduler.place.hybrid;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.cell.ContainerShortage;
import dev.muster.core.cell.ContainerWait;
import dev.muster.core.scheduler.place.Attempt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The containers that a stage has requested, and what the master said of them. */
final class StageContainers {

  /** One container, by its number. */
  static final class StageContainer {
    private final long claim;

    /** The attempt that is to be promoted; null for a task that waits. */
    private final @Nullable Attempt running;

    private ContainerState state = ContainerState.REQUESTED;
    private int node;

    private StageContainer(long claim, @Nullable Attempt running) {
      this.claim = claim;
      this.running = running;
      this.node = running == null ? 0 : running.node();
    }

    long claim() {
      return claim;
    }

    /** Where it is, once it is granted or for an attempt that runs. */
    int node() {
      return node;
    }

    @Nullable Attempt running() {
      return running;
    }
  }

  private final Lifecycle<ContainerState> lifecycle;
  private final LinkedHashMap<Long, StageContainer> requested = new LinkedHashMap<>();
  private final List<StageContainer> held = new ArrayList<>();
  private int forRuns;

  /** What the master said last. */
  private ContainerWait why = ContainerWait.of(ContainerShortage.IN_LINE, 0, 0);

  private boolean heard;

  /** The sequence of the latest request, and the latest that has arrived. */
  private long sent;

  private long arrived;

  /** Whether something is wanted that no request has said. */
  private boolean grown;

  /**
   * Whether less is wanted, or elsewhere, than the latest request said: that waits for the beat.
   */
  private boolean shrunk;

  private int beats;

  StageContainers(Lifecycle<ContainerState> lifecycle) {
    this.lifecycle = lifecycle;
  }

  // The containers.

  void request(long claim) {
    requested.put(claim, new StageContainer(claim, null));
    grown = true;
  }

  /** One for an attempt that runs, under its number. */
  void request(Attempt attempt) {
    requested.put(attempt.id(), new StageContainer(attempt.id(), attempt));
    forRuns++;
    grown = true;
  }

  /** The container that was requested under this number and is not granted; or null. */
  @Nullable StageContainer find(long claim) {
    return requested.get(claim);
  }

  /** How many are requested for tasks that wait. */
  int count() {
    return requested.size() - forRuns;
  }

  int countForRuns() {
    return forRuns;
  }

  /** The containers granted to a gang that is not whole. */
  List<StageContainer> held() {
    return held;
  }

  /** In the order in which they were requested. */
  List<StageContainer> requested() {
    return new ArrayList<>(requested.values());
  }

  /** A task starts in it. */
  void started(StageContainer container) {
    leave(container, ContainerState.STARTED);
  }

  /** It is granted, and waits for the others of its gang. */
  void hold(StageContainer container, int node) {
    leave(container, ContainerState.HELD);
    container.node = node;
    held.add(container);
  }

  /** The master has none. */
  void lost(StageContainer container) {
    leave(container, ContainerState.WITHDRAWN);
  }

  /** It is not wanted any more, be it granted or not. */
  void withdraw(StageContainer container) {
    leave(container, ContainerState.WITHDRAWING);
  }

  private void leave(StageContainer container, ContainerState next) {
    container.state = lifecycle.change(container.state, next);
    if (requested.remove(container.claim) != null) {
      forRuns -= container.running == null ? 0 : 1;
      shrunk = true;
    } else {
      held.remove(container);
    }
  }

  // Whether the master has to hear of it.

  /** A request with all of this was sent. */
  void sent(long sequence) {
    sent = sequence;
    grown = false;
    shrunk = false;
    beats = 0;
  }

  /** The master has received the request of this sequence. */
  void awaited(long sequence, ContainerWait wait) {
    if (sequence > arrived) {
      arrived = sequence;
      why = wait;
      heard = true;
    }
  }

  /** All has to be said again: another master leads. */
  void repeat() {
    grown = grown || !requested.isEmpty() || sent > arrived;
  }

  /** Where containers may be has changed: that is said at the next beat. */
  void placesChanged() {
    shrunk = shrunk || !requested.isEmpty();
  }

  /** Whether something is wanted that was not said. */
  boolean hasGrown() {
    return grown;
  }

  /**
   * Counts beats; whether it is time to say again what is wanted.
   *
   * @param every after so many beats, where nothing has changed
   */
  boolean countBeat(int every) {
    boolean isUnheard = sent > arrived;
    beats++;
    return grown || shrunk || isUnheard || forRuns > 0 || (!requested.isEmpty() && beats >= every);
  }

  boolean wasEverSent() {
    return sent > 0;
  }

  ContainerWait why() {
    return why;
  }

  /** Whether the master has said anything yet. */
  boolean wasHeard() {
    return heard;
  }
}
