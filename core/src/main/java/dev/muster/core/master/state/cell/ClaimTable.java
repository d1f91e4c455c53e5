package dev.muster.core.master.state.cell;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.ClaimRef;
import dev.muster.core.cell.Request;
import dev.muster.core.master.state.cell.CellRules.Preemption;
import java.util.Arrays;

/**
 * The claims, four longs each:
 *
 * <pre>
 *   id · owner and machine · request and state · next and previous on the machine
 * </pre>
 *
 * Only claims that may be preempted are in the list of their machine: lists of all claims would
 * cost every commit cache misses that only preemption needs. When a machine leaves, one scan lists
 * all claims by machine; machines that leave before the next claim share that scan.
 */
final class ClaimTable {

  static final int NONE = ClaimIndex.NONE;

  private static final int RECORD = 4;
  private static final int ID = 0;
  private static final int OWNER_MACHINE = 1;
  private static final int REQUEST_STATE = 2;
  private static final int NEXT_PREVIOUS = 3;
  private static final long LOW = 0xFFFFFFFFL;

  private static final int FIRST_CLAIMS = 16;

  private static final ClaimState[] STATES = ClaimState.values();

  private final Lifecycle<ClaimState> lifecycle = new Lifecycle<>(ClaimState.class);
  private final RequestTable requests;
  private final Preemption rule;
  private final ClaimIndex index = new ClaimIndex(this::is);
  private final IntList unused = new IntList();
  private ClaimWatcher watcher = ClaimWatcher.NOBODY;
  private long[] records = new long[FIRST_CLAIMS * RECORD];
  private int[] heads = new int[0];

  /**
   * All claims by machine as of the latest scan: the first of each machine, and the next of each.
   */
  private int[] firstOn = new int[0];

  private int[] nextOn = new int[0];
  private boolean scanned;

  private int used;
  private int size;

  ClaimTable(RequestTable requests, Preemption rule) {
    this.requests = requests;
    this.rule = rule;
  }

  ClaimWatcher watcher() {
    return watcher;
  }

  void watch(ClaimWatcher next) {
    watcher = next;
  }

  private boolean is(int slot, int owner, long id) {
    return id(slot) == id && owner(slot) == owner;
  }

  int find(int owner, long id) {
    return index.find(owner, id);
  }

  /** Reads a word of the cache line in which the claim is looked up. */
  long prefetch(int owner, long id) {
    return index.prefetch(owner, id);
  }

  /** A tentative claim. */
  int add(int owner, long id, int machine, int request) {
    int slot = unused.isEmpty() ? used++ : unused.removeLast();
    if ((slot + 1) * RECORD > records.length) {
      records = Arrays.copyOf(records, records.length * 2);
    }
    int at = slot * RECORD;
    records[at + ID] = id;
    records[at + OWNER_MACHINE] = pack(owner, machine);
    records[at + REQUEST_STATE] = pack(request, ClaimState.NONE.ordinal());
    change(slot, ClaimState.TENTATIVE);
    requests.use(request);
    if (rule.mayPreempt(requests.request(request))) {
      link(slot, machine);
    }
    index.add(owner, id, slot);
    scanned = false;
    size++;
    return slot;
  }

  void remove(int slot) {
    index.remove(owner(slot), id(slot), slot);
    if (rule.mayPreempt(request(slot))) {
      unlink(slot);
    }
    requests.release(requestSlot(slot));
    change(slot, ClaimState.NONE);
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

  /** The newest claim on the machine that may be preempted. */
  int first(int machine) {
    return machine < heads.length ? heads[machine] : NONE;
  }

  /** The next older such claim on the same machine. */
  int next(int slot) {
    return (int) (records[slot * RECORD + NEXT_PREVIOUS] >>> Integer.SIZE);
  }

  /** All claims on the machine, applied or not. */
  IntList on(int machine) {
    if (!scanned) {
      scan();
    }
    var found = new IntList();
    for (int slot = machine < firstOn.length ? firstOn[machine] : NONE;
        slot != NONE;
        slot = nextOn[slot]) {
      if (isUsed(slot)) {
        found.add(slot);
      }
    }
    return found;
  }

  private void scan() {
    int machines = 0;
    for (int slot = 0; slot < used; slot++) {
      machines = Math.max(machines, machine(slot) + 1);
    }
    firstOn = new int[machines];
    nextOn = new int[used];
    Arrays.fill(firstOn, NONE);
    for (int slot = used - 1; slot >= 0; slot--) {
      if (isUsed(slot)) {
        nextOn[slot] = firstOn[machine(slot)];
        firstOn[machine(slot)] = slot;
      }
    }
    scanned = true;
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

  int requestSlot(int slot) {
    return (int) (records[slot * RECORD + REQUEST_STATE] >>> Integer.SIZE);
  }

  Request request(int slot) {
    return requests.request(requestSlot(slot));
  }

  ClaimRef ref(int slot) {
    return new ClaimRef(owner(slot), id(slot));
  }

  private ClaimState state(int slot) {
    return STATES[(int) records[slot * RECORD + REQUEST_STATE]];
  }

  private void change(int slot, ClaimState to) {
    int at = slot * RECORD + REQUEST_STATE;
    records[at] = (records[at] & ~LOW) | lifecycle.change(state(slot), to).ordinal();
  }

  boolean isUsed(int slot) {
    return state(slot) != ClaimState.NONE;
  }

  boolean isTentative(int slot) {
    return state(slot) == ClaimState.TENTATIVE;
  }

  boolean isApplied(int slot) {
    return state(slot).compareTo(ClaimState.APPLIED) >= 0;
  }

  /** Whether the end of the claim is decided. */
  boolean isEnding(int slot) {
    var state = state(slot);
    return state == ClaimState.ENDING || state == ClaimState.WITHDRAWN;
  }

  /** The transaction of the claim is decided. */
  void promise(int slot) {
    change(slot, ClaimState.PROMISED);
  }

  void apply(int slot) {
    change(slot, isEnding(slot) ? ClaimState.ENDING : ClaimState.APPLIED);
  }

  /** The end of the claim is decided. */
  void end(int slot) {
    change(slot, isApplied(slot) ? ClaimState.ENDING : ClaimState.WITHDRAWN);
  }

  /** Undoes {@link #end}. */
  void cancelEnd(int slot) {
    change(slot, isApplied(slot) ? ClaimState.APPLIED : ClaimState.PROMISED);
  }

  Lifecycle<ClaimState> lifecycle() {
    return lifecycle;
  }

  int size() {
    return size;
  }

  /** All used slots are below this. */
  int slots() {
    return used;
  }

  private static long pack(int high, int low) {
    return ((long) high << Integer.SIZE) | (low & LOW);
  }

  long bytes() {
    long ints = (long) heads.length + firstOn.length + nextOn.length;
    return (long) records.length * Long.BYTES + ints * Integer.BYTES + index.bytes();
  }
}
