package dev.muster.core.commit;

import dev.muster.core.flat.IntList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What claims ask for, once for all claims of a transaction that share it, with the number of those
 * that still do.
 */
final class AskTable {

  private @Nullable Ask[] asks = new Ask[16];
  private @Nullable Holding[] holders = new Holding[16];
  private int[] uses = new int[16];
  private final IntList unused = new IntList();
  private int size;

  /** Gives its slot; the first {@link #use} follows at once. */
  int add(Ask ask, Holding holder) {
    int slot = unused.isEmpty() ? size++ : unused.removeLast();
    if (slot == asks.length) {
      asks = Arrays.copyOf(asks, slot * 2);
      holders = Arrays.copyOf(holders, slot * 2);
      uses = Arrays.copyOf(uses, slot * 2);
    }
    asks[slot] = ask;
    holders[slot] = holder;
    holder.enter(ask.job());
    return slot;
  }

  void use(int slot) {
    uses[slot]++;
  }

  void drop(int slot) {
    if (--uses[slot] == 0) {
      holder(slot).exit(ask(slot).job());
      asks[slot] = null;
      holders[slot] = null;
      unused.add(slot);
    }
  }

  Ask ask(int slot) {
    var ask = asks[slot];
    if (ask == null) {
      throw new IllegalStateException("ask " + slot + " is not in use");
    }
    return ask;
  }

  Holding holder(int slot) {
    var holder = holders[slot];
    if (holder == null) {
      throw new IllegalStateException("ask " + slot + " is not in use");
    }
    return holder;
  }

  int slots() {
    return size;
  }

  boolean isUsed(int slot) {
    return uses[slot] > 0;
  }
}
