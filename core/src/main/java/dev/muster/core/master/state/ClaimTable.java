package dev.muster.core.master.state;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.ClaimRef;
import dev.muster.core.cell.Request;
import java.util.Arrays;

/**
 * The claims, four longs each:
 *
 * <pre>
 *   id · owner and machine · ask and state · next and previous on the machine
 * </pre>
 *
 * Only claims that may be pushed out are in the list of their machine: to keep all in lists would
 * cost every claim the cache misses that only preemption has a use for. Who wants all claims of a
 * machine, which is when it leaves, goes through the table.
 */
final class ClaimTable {

  static final int NONE = ClaimIndex.NONE;

  /** The log has it. Without this, it is decided only. */
  private static final int APPLIED = 1;

  /** Its end is decided. */
  private static final int GOING = 2;

  /** Accepted by the transaction that is being decided. */
  private static final int NEW = 4;

  private static final int RECORD = 4;
  private static final int ID = 0;
  private static final int OWNER_MACHINE = 1;
  private static final int ASK_STATE = 2;
  private static final int NEXT_PREVIOUS = 3;
  private static final long LOW = 0xFFFFFFFFL;

  private static final int FIRST_CLAIMS = 16;

  private final AskTable asks;
  private final Preemption rule;
  private final ClaimIndex index = new ClaimIndex(this::is);
  private final IntList unused = new IntList();
  private long[] records = new long[FIRST_CLAIMS * RECORD];
  private int[] heads = new int[0];
  private int used;
  private int size;

  ClaimTable(AskTable asks, Preemption rule) {
    this.asks = asks;
    this.rule = rule;
  }

  private boolean is(int slot, int owner, long id) {
    return id(slot) == id && owner(slot) == owner;
  }

  int find(int owner, long id) {
    return index.find(owner, id);
  }

  /** Some word of where it is or would be looked up, to have that cache line. */
  long touch(int owner, long id) {
    return index.touch(owner, id);
  }

  /** A decided claim. */
  int add(int owner, long id, int machine, int ask) {
    int slot = unused.isEmpty() ? used++ : unused.removeLast();
    if ((slot + 1) * RECORD > records.length) {
      records = Arrays.copyOf(records, records.length * 2);
    }
    int at = slot * RECORD;
    records[at + ID] = id;
    records[at + OWNER_MACHINE] = pack(owner, machine);
    records[at + ASK_STATE] = pack(ask, 0);
    asks.use(ask);
    if (rule.threatens(asks.ask(ask))) {
      link(slot, machine);
    }
    index.add(owner, id, slot);
    size++;
    return slot;
  }

  void remove(int slot) {
    index.remove(owner(slot), id(slot), slot);
    if (rule.threatens(ask(slot))) {
      unlink(slot);
    }
    asks.drop(askSlot(slot));
    records[slot * RECORD + OWNER_MACHINE] = pack(0, NONE);
    unused.add(slot);
    size--;
  }

  private void link(int slot, int machine) {
    if (machine >= heads.length) {
      int known = heads.length;
      heads = Arrays.copyOf(heads, Math.max(machine + 1, known * 2));
      Arrays.fill(heads, known, heads.length, NONE);
    }
    int head = heads[machine];
    records[slot * RECORD + NEXT_PREVIOUS] = pack(head, NONE);
    heads[machine] = slot;
    setPrevious(head, slot);
  }

  private void unlink(int slot) {
    int next = next(slot);
    int previous = (int) records[slot * RECORD + NEXT_PREVIOUS];
    if (previous == NONE) {
      heads[machine(slot)] = next;
    } else {
      records[previous * RECORD + NEXT_PREVIOUS] =
          pack(next, (int) records[previous * RECORD + NEXT_PREVIOUS]);
    }
    setPrevious(next, previous);
  }

  private void setPrevious(int slot, int previous) {
    if (slot != NONE) {
      records[slot * RECORD + NEXT_PREVIOUS] = pack(next(slot), previous);
    }
  }

  /** The newest claim on the machine that may be pushed out. */
  int first(int machine) {
    return machine < heads.length ? heads[machine] : NONE;
  }

  /** The next older such claim on the same machine. */
  int next(int slot) {
    return (int) (records[slot * RECORD + NEXT_PREVIOUS] >>> Integer.SIZE);
  }

  /** All claims on the machine, applied or not. */
  IntList on(int machine) {
    var found = new IntList();
    for (int slot = 0; slot < used; slot++) {
      if (machine(slot) == machine) {
        found.add(slot);
      }
    }
    return found;
  }

  long id(int slot) {
    return records[slot * RECORD + ID];
  }

  int owner(int slot) {
    return (int) (records[slot * RECORD + OWNER_MACHINE] >>> Integer.SIZE);
  }

  int machine(int slot) {
    return (int) records[slot * RECORD + OWNER_MACHINE];
  }

  int askSlot(int slot) {
    return (int) (records[slot * RECORD + ASK_STATE] >>> Integer.SIZE);
  }

  Request ask(int slot) {
    return asks.ask(askSlot(slot));
  }

  ClaimRef ref(int slot) {
    return new ClaimRef(owner(slot), id(slot));
  }

  boolean isApplied(int slot) {
    return is(slot, APPLIED);
  }

  boolean isGoing(int slot) {
    return is(slot, GOING);
  }

  boolean isNew(int slot) {
    return is(slot, NEW);
  }

  private boolean is(int slot, int state) {
    return (records[slot * RECORD + ASK_STATE] & state) != 0;
  }

  void setApplied(int slot) {
    records[slot * RECORD + ASK_STATE] |= APPLIED;
  }

  void setGoing(int slot, boolean going) {
    set(slot, GOING, going);
  }

  void setNew(int slot, boolean fresh) {
    set(slot, NEW, fresh);
  }

  private void set(int slot, int state, boolean on) {
    long others = records[slot * RECORD + ASK_STATE] & ~(long) state;
    records[slot * RECORD + ASK_STATE] = on ? others | state : others;
  }

  int size() {
    return size;
  }

  /** All slots in use are below this; {@link #isUsed} says which are. */
  int slots() {
    return used;
  }

  boolean isUsed(int slot) {
    return machine(slot) != NONE;
  }

  private static long pack(int high, int low) {
    return ((long) high << Integer.SIZE) | (low & LOW);
  }

  long bytes() {
    return (long) records.length * Long.BYTES + (long) heads.length * Integer.BYTES + index.bytes();
  }
}
