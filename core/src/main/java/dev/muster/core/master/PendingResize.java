package dev.muster.core.master;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.event.MasterEntry.StageResizeRejected;
import dev.muster.core.event.MasterEvent.ResizeStage;
import dev.muster.core.event.MasterEvent.StageHeld;
import dev.muster.core.event.SchedulerEvent.HoldStage;

/** The latest resize of a job that has no answer on record. */
final class PendingResize {

  /**
   * The states of a resize.
   *
   * <pre>
   *   HOLDING ──► APPENDED ──► on record
   * </pre>
   */
  enum ResizeState implements Lifecycle.State<ResizeState> {
    /** The scheduler is asked to hold the stage. */
    HOLDING,
    /** The answer is in the log: the new size, or the rejection. */
    APPENDED;

    @Override
    public boolean mayBecome(ResizeState next) {
      return this == HOLDING && next == APPENDED;
    }
  }

  final ResizeStage request;
  final int stage;
  private final int growth;
  private ResizeState state = ResizeState.HOLDING;

  /**
   * @param stage its index; -1 where the job has no such stage
   * @param growth how many tasks the job gets in addition, at least 0
   */
  PendingResize(ResizeStage request, int stage, int growth) {
    this.request = request;
    this.stage = stage;
    this.growth = growth;
  }

  int revision() {
    return request.revision();
  }

  ResizeState state() {
    return state;
  }

  /** How many tasks the job may soon have in addition. */
  long promisedTasks() {
    return growth;
  }

  /** Whether this is what the scheduler holds the stage for. */
  boolean isHeldBy(StageHeld held) {
    return state == ResizeState.HOLDING
        && held.revision() == revision()
        && held.stage() == stage
        && held.tasks() == request.tasks();
  }

  /** What asks the scheduler of the job to hold the stage. */
  HoldStage toHold(int epoch) {
    return new HoldStage(epoch, request.job(), revision(), stage, request.tasks());
  }

  /** The entry that answers this revision with no. */
  StageResizeRejected toRejection(String why) {
    return new StageResizeRejected(
        request.job(), revision(), request.stage(), request.tasks(), why);
  }

  void append(Lifecycle<ResizeState> lifecycle) {
    state = lifecycle.change(state, ResizeState.APPENDED);
  }
}
