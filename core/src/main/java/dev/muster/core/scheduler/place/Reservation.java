package dev.muster.core.scheduler.place;

/** A place in the wait queue of a node whose task is named when its turn has come: late binding. */
public final class Reservation extends Held {

  /** For no task in particular. */
  public static final int NO_PREFERENCE = -1;

  private int preference;
  private boolean atBusyNode;
  private ReservationState state = ReservationState.QUEUED;

  Reservation(long id, StageTasks stage, int node, int preference, long nowNs) {
    super(id, stage, node, nowNs);
    this.preference = preference;
  }

  /** The preference of one task that the reservation serves, or {@link #NO_PREFERENCE}. */
  public int preference() {
    return preference;
  }

  /** The reservation serves another preference for the same node from now on. */
  public void serve(int other) {
    preference = other;
  }

  /** Whether its node is known to be busy with something else first. */
  public boolean isAtBusyNode() {
    return atBusyNode;
  }

  /** Its node is busy with something else first. */
  public void nodeIsBusy() {
    atBusyNode = true;
  }

  public ReservationState state() {
    return state;
  }

  void become(ReservationState next) {
    state = next;
  }
}
