package dev.muster.core.scheduler;

import dev.muster.core.actor.flat.LongList;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent.HeldAttempt;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * All reservations that a scheduler has out, in flat arrays.
 *
 * <p>A reservation's id holds its slot and a count that never repeats, so that finding one costs an
 * array access and an id of the past is never taken for one of today; only those that were taken
 * over from a scheduler that died have to be looked up. A reservation is in one list of its stage:
 * queued while a node has it waiting, bound once a task was assigned to it.
 */
final class ReservationTable {

  static final int NONE = -1;

  static final int LEAST_SLOTS = 1 << 12;

  private static final byte UNCLAIMED = 0;
  private static final byte PROPOSED = 1;
  private static final byte HELD = 2;

  /** Claims in the cell whose reservations are over, until they are released. */
  final LongList unclaimed = new LongList();

  private final long base;
  private final LongMap<Integer> adopted = new LongMap<>();
  private int used;
  private int free;
  private int firstFree = NONE;
  private int lastFree = NONE;

  private long[] id = new long[64];
  private @Nullable JobManager[] job = new JobManager[64];
  private int[] stage = new int[64];
  private int[] node = new int[64];
  private int[] task = new int[64];
  private int[] preference = new int[64];
  private long[] heardNs = new long[64];
  private long[] boundNs = new long[64];
  private long[] uses = new long[64];
  private byte[] unanswered = new byte[64];
  private boolean[] killing = new boolean[64];
  private byte[] claim = new byte[64];
  private int[] next = new int[64];
  private int[] previous = new int[64];

  ReservationTable(int scheduler, int epoch) {
    this.base = ReservationId.base(scheduler, epoch);
  }

  /** A new reservation in the stage's queued list; {@link #NONE} where the table is full. */
  int add(JobManager owner, StagePlan plan, int onNode, long nowNs) {
    return add(owner, plan, onNode, NONE, nowNs);
  }

  /** As {@link #add}, for a preference of one of its tasks. */
  int add(JobManager owner, StagePlan plan, int onNode, int itsPreference, long nowNs) {
    int slot = freeSlot();
    if (slot == NONE) {
      return NONE;
    }
    id[slot] = ReservationId.of(base, ++uses[slot], slot);
    job[slot] = owner;
    stage[slot] = plan.index;
    node[slot] = onNode;
    task[slot] = NONE;
    preference[slot] = itsPreference;
    heard(slot, nowNs);
    killing[slot] = false;
    claim[slot] = UNCLAIMED;
    owner.reserved(1);
    queue(plan, slot);
    return slot;
  }

  private void queue(StagePlan plan, int slot) {
    link(plan.queuedFor(preference[slot]), slot);
    plan.reserved(preference[slot], slot);
  }

  /** Takes over what a node holds for an older epoch; {@link #NONE} where the table is full. */
  int adopt(JobManager owner, StagePlan plan, int onNode, HeldAttempt held, long nowNs) {
    int slot = add(owner, plan, onNode, nowNs);
    if (slot != NONE) {
      id[slot] = held.reservation();
      adopted.put(held.reservation(), slot);
      bind(slot, held.index(), nowNs);
    }
    return slot;
  }

  private int freeSlot() {
    if (firstFree != NONE && used >= LEAST_SLOTS) {
      int slot = firstFree;
      firstFree = next[slot];
      free--;
      return slot;
    }
    if (used == ReservationId.MAX_SLOTS) {
      return NONE;
    }
    if (used == id.length) {
      grow(used * 2);
    }
    return used++;
  }

  /** How many more may be out. */
  int room() {
    return ReservationId.MAX_SLOTS - used + free;
  }

  /** The slot of a reservation that is still out, or {@link #NONE}. */
  int find(long reservation) {
    int slot = ReservationId.slot(reservation);
    if (slot < used && id[slot] == reservation) {
      return slot;
    }
    var taken = adopted.find(reservation);
    return taken == null ? NONE : taken;
  }

  void bind(int slot, int toTask, long nowNs) {
    var plan = plan(slot);
    unqueue(plan, slot);
    link(plan.bound, slot);
    task[slot] = toTask;
    heard(slot, nowNs);
    job(slot).reserved(-1);
    boundNs[slot] = nowNs;
  }

  void remove(int slot) {
    var plan = plan(slot);
    if (isBound(slot)) {
      unlink(plan.bound, slot);
    } else {
      unqueue(plan, slot);
      job(slot).reserved(-1);
    }
    if (claim[slot] == HELD) {
      unclaimed.add(id[slot]);
    }
    adopted.remove(id[slot]);
    id[slot] = 0;
    job[slot] = null;
    next[slot] = NONE;
    if (firstFree == NONE) {
      firstFree = slot;
    } else {
      next[lastFree] = slot;
    }
    lastFree = slot;
    free++;
  }

  private void unqueue(StagePlan plan, int slot) {
    unlink(plan.queuedFor(preference[slot]), slot);
    plan.unreserved(preference[slot]);
  }

  /** It is for another preference for the same node from now on. */
  void serve(int slot, int itsPreference) {
    var plan = plan(slot);
    unqueue(plan, slot);
    preference[slot] = itsPreference;
    queue(plan, slot);
  }

  void heard(int slot, long nowNs) {
    heardNs[slot] = nowNs;
    unanswered[slot] = 0;
  }

  /** One more question about it is out; how many are, since its node was last heard. */
  int asked(int slot) {
    return ++unanswered[slot];
  }

  /** The cell is asked for its room; its node hears of it when the cell has said yes. */
  void propose(int slot) {
    claim[slot] = PROPOSED;
  }

  /** The cell has given it room on this node. */
  void hold(int slot, int onNode, long nowNs) {
    claim[slot] = HELD;
    node[slot] = onNode;
    boundNs[slot] = nowNs;
    heard(slot, nowNs);
  }

  /** An older epoch has claimed its room. */
  void inherit(int slot) {
    claim[slot] = HELD;
  }

  boolean isProposed(int slot) {
    return claim[slot] == PROPOSED;
  }

  void markKilling(int slot) {
    killing[slot] = true;
  }

  boolean isOut(int slot) {
    return id[slot] != 0;
  }

  boolean isBound(int slot) {
    return task[slot] != NONE;
  }

  boolean isKilling(int slot) {
    return killing[slot];
  }

  long id(int slot) {
    return id[slot];
  }

  int node(int slot) {
    return node[slot];
  }

  int task(int slot) {
    return task[slot];
  }

  /** The preference that it was sent for; {@link #NONE} where for no task in particular. */
  int preference(int slot) {
    return preference[slot];
  }

  long heardNs(int slot) {
    return heardNs[slot];
  }

  long boundNs(int slot) {
    return boundNs[slot];
  }

  JobManager job(int slot) {
    var owner = job[slot];
    if (owner == null) {
      throw new IllegalStateException("slot " + slot + " is free");
    }
    return owner;
  }

  StagePlan plan(int slot) {
    return job(slot).stage(stage[slot]);
  }

  /** The slot after this one in its list. */
  int next(int slot) {
    return next[slot];
  }

  /** One past the highest slot ever used: walk up to it with {@link #isOut}. */
  int end() {
    return used;
  }

  private void link(ReservationList list, int slot) {
    next[slot] = list.first;
    previous[slot] = NONE;
    if (list.first != NONE) {
      previous[list.first] = slot;
    }
    list.first = slot;
    list.count++;
  }

  private void unlink(ReservationList list, int slot) {
    if (previous[slot] == NONE) {
      list.first = next[slot];
    } else {
      next[previous[slot]] = next[slot];
    }
    if (next[slot] != NONE) {
      previous[next[slot]] = previous[slot];
    }
    list.count--;
  }

  private void grow(int size) {
    id = Arrays.copyOf(id, size);
    job = Arrays.copyOf(job, size);
    stage = Arrays.copyOf(stage, size);
    node = Arrays.copyOf(node, size);
    task = Arrays.copyOf(task, size);
    preference = Arrays.copyOf(preference, size);
    heardNs = Arrays.copyOf(heardNs, size);
    boundNs = Arrays.copyOf(boundNs, size);
    uses = Arrays.copyOf(uses, size);
    unanswered = Arrays.copyOf(unanswered, size);
    killing = Arrays.copyOf(killing, size);
    claim = Arrays.copyOf(claim, size);
    next = Arrays.copyOf(next, size);
    previous = Arrays.copyOf(previous, size);
  }
}
