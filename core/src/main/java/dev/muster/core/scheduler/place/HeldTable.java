package dev.muster.core.scheduler.place;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.ReservationId;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a scheduler has at nodes, by number, and the one place where reservations and attempts
 * change their state.
 *
 * <p>A number holds a slot and a count that never repeats, so that finding one costs an array
 * access and a number of the past is never taken for one of today. Only attempts that were taken
 * over from an older epoch have to be looked up. A reservation that is bound passes its number to
 * its attempt.
 */
public final class HeldTable {

  /** No reservation or attempt has this number. */
  public static final long NO_ID = 0;

  /** Slots are used again only when there are so many. */
  static final int LEAST_SLOTS = 1 << 12;

  private static final int NONE = -1;

  private final Lifecycle<ReservationState> reservations = new Lifecycle<>(ReservationState.class);
  private final Lifecycle<AttemptState> attempts = new Lifecycle<>(AttemptState.class);
  private final Lifecycle<TierState> tiers = new Lifecycle<>(TierState.class);
  private final long base;
  private final LongMap<Held> adopted = new LongMap<>();
  private int used;
  private int free;
  private int firstFree = NONE;
  private int lastFree = NONE;
  private @Nullable Held[] bySlot = new Held[64];
  private long[] uses = new long[64];
  private int[] nextFree = new int[64];

  public HeldTable(int scheduler, int epoch) {
    this.base = ReservationId.base(scheduler, epoch);
  }

  /** How many more there may be. */
  public int available() {
    return ReservationId.MAX_SLOTS - used + free;
  }

  /** A new reservation; null where the table is full. */
  public @Nullable Reservation reserve(StageTasks stage, int node, int preference, long nowNs) {
    int slot = takeSlot();
    if (slot == NONE) {
      return null;
    }
    var made = new Reservation(newId(slot), stage, node, preference, nowNs);
    put(slot, made);
    return made;
  }

  /** A number for an attempt to be {@link #add added}; {@link #NO_ID} where the table is full. */
  public long newId() {
    int slot = takeSlot();
    return slot == NONE ? NO_ID : newId(slot);
  }

  /** A number that no attempt ever got, and none may get any more. */
  public void giveBack(long id) {
    free(ReservationId.slot(id));
  }

  private long newId(int slot) {
    return ReservationId.of(base, ++uses[slot], slot);
  }

  /** Adds an attempt under a new number, or under that of the reservation that it was bound to. */
  public void add(Attempt attempt) {
    put(ReservationId.slot(attempt.id()), attempt);
  }

  /** Adds an attempt of an older epoch under the number it has; false where the table is full. */
  public boolean adopt(Attempt attempt) {
    int slot = takeSlot();
    if (slot != NONE) {
      put(slot, attempt);
      adopted.put(attempt.id(), attempt);
    }
    return slot != NONE;
  }

  private void put(int slot, Held held) {
    held.slot = slot;
    bySlot[slot] = held;
  }

  private int takeSlot() {
    if (firstFree != NONE && used >= LEAST_SLOTS) {
      int slot = firstFree;
      firstFree = nextFree[slot];
      free--;
      return slot;
    }
    if (used == ReservationId.MAX_SLOTS) {
      return NONE;
    }
    if (used == bySlot.length) {
      bySlot = Arrays.copyOf(bySlot, used * 2);
      uses = Arrays.copyOf(uses, used * 2);
      nextFree = Arrays.copyOf(nextFree, used * 2);
    }
    return used++;
  }

  /** As a node names it: the reservation or attempt, if this node has it. */
  public @Nullable Held find(long id, int node) {
    var found = find(id);
    return found != null && found.node() == node ? found : null;
  }

  /** What has this number; null where that is over. */
  public @Nullable Held find(long id) {
    int slot = ReservationId.slot(id);
    var held = slot < used ? bySlot[slot] : null;
    return held != null && held.id() == id ? held : adopted.find(id);
  }

  /** A task is named for the reservation: its number passes to an attempt. */
  public void bound(Reservation reservation) {
    change(reservation, ReservationState.BOUND);
  }

  public void end(Reservation reservation, ReservationState as) {
    change(reservation, as);
    remove(reservation);
  }

  private void change(Reservation reservation, ReservationState next) {
    reservation.become(reservations.change(reservation.state(), next));
  }

  public void change(Attempt attempt, AttemptState next) {
    attempt.become(attempts.change(attempt.state(), next));
  }

  public void change(Attempt attempt, TierState next) {
    attempt.become(tiers.change(attempt.tierState(), next));
  }

  public void end(Attempt attempt, AttemptState as) {
    change(attempt, as);
    adopted.remove(attempt.id());
    remove(attempt);
  }

  private void remove(Held held) {
    bySlot[held.slot] = null;
    free(held.slot);
  }

  private void free(int slot) {
    nextFree[slot] = NONE;
    if (firstFree == NONE) {
      firstFree = slot;
    } else {
      nextFree[lastFree] = slot;
    }
    lastFree = slot;
    free++;
  }

  /** One past the highest slot ever used: walk up to it with {@link #at}. */
  public int end() {
    return used;
  }

  /** What has this slot; null where nothing has. */
  public @Nullable Held at(int slot) {
    return bySlot[slot];
  }

  public List<Lifecycle<?>> lifecycles() {
    return List.of(reservations, attempts, tiers);
  }
}
