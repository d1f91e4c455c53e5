package dev.muster.core.master.state;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.Request;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What claims ask for, once for all claims of a transaction that share it.
 *
 * <p>Two numbers are kept of each: how many claims in the table share it, and how many of those
 * their owner still <i>holds</i> by all that is decided.
 */
final class AskTable {

  private static final int FIRST_ASKS = 16;

  private @Nullable Request[] asks = new Request[FIRST_ASKS];
  private @Nullable Holding[] holders = new Holding[FIRST_ASKS];
  private int[] uses = new int[FIRST_ASKS];
  private int[] held = new int[FIRST_ASKS];
  private final IntList unused = new IntList();
  private int size;

  /** Gives its slot; the first {@link #use} follows at once. */
  int add(Request request, Holding holder) {
    int slot = unused.isEmpty() ? size++ : unused.removeLast();
    if (slot == asks.length) {
      asks = Arrays.copyOf(asks, slot * 2);
      holders = Arrays.copyOf(holders, slot * 2);
      uses = Arrays.copyOf(uses, slot * 2);
      held = Arrays.copyOf(held, slot * 2);
    }
    asks[slot] = request;
    holders[slot] = holder;
    return slot;
  }

  void use(int slot) {
    uses[slot]++;
  }

  void drop(int slot) {
    if (--uses[slot] == 0) {
      asks[slot] = null;
      holders[slot] = null;
      unused.add(slot);
    }
  }

  /** Decided: its owner holds one claim of these more. */
  void hold(int slot) {
    var holder = holder(slot);
    if (held[slot]++ == 0) {
      holder.enter(ask(slot).job());
    }
    holder.add(ask(slot).resources());
  }

  /** Decided: its owner holds one claim of these less. */
  void letGo(int slot) {
    var holder = holder(slot);
    if (--held[slot] == 0) {
      holder.exit(ask(slot).job());
    }
    holder.subtract(ask(slot).resources());
  }

  Request ask(int slot) {
    var request = asks[slot];
    if (request == null) {
      throw new IllegalStateException("ask " + slot + " is not in use");
    }
    return request;
  }

  private Holding holder(int slot) {
    var holder = holders[slot];
    if (holder == null) {
      throw new IllegalStateException("ask " + slot + " is not in use");
    }
    return holder;
  }

  int slots() {
    return size;
  }
}
