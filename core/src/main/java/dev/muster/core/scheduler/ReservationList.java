package dev.muster.core.scheduler;

/** The head of a list threaded through a {@link ReservationTable}. */
final class ReservationList {

  int first = ReservationTable.NONE;
  int count;
}
