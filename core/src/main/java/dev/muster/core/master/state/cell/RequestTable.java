package dev.muster.core.master.state.cell;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.Request;
import dev.muster.core.master.state.cell.UsageTable.OwnerUsage;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The requests of claims, each stored once for all claims of a transaction that share it.
 *
 * <p>A request has two counts: the claims in the table that refer to it, and those of them that are
 * charged to their owner's usage by all decided transactions.
 */
final class RequestTable {

  private static final int FIRST_REQUESTS = 16;

  private @Nullable Request[] requests = new Request[FIRST_REQUESTS];
  private @Nullable OwnerUsage[] usages = new OwnerUsage[FIRST_REQUESTS];
  private int[] uses = new int[FIRST_REQUESTS];
  private int[] charged = new int[FIRST_REQUESTS];
  private final IntList unused = new IntList();
  private int size;

  /** Gives the slot of the request; the first {@link #use} follows at once. */
  private int add(Request request, OwnerUsage usage) {
    int slot = unused.isEmpty() ? size++ : unused.removeLast();
    if (slot == requests.length) {
      requests = Arrays.copyOf(requests, slot * 2);
      usages = Arrays.copyOf(usages, slot * 2);
      uses = Arrays.copyOf(uses, slot * 2);
      charged = Arrays.copyOf(charged, slot * 2);
    }
    requests[slot] = request;
    usages[slot] = usage;
    return slot;
  }

  void use(int slot) {
    uses[slot]++;
  }

  void release(int slot) {
    if (--uses[slot] == 0) {
      requests[slot] = null;
      usages[slot] = null;
      unused.add(slot);
    }
  }

  /** Charges one claim more to its owner. */
  void charge(int slot) {
    var usage = usage(slot);
    if (charged[slot]++ == 0) {
      usage.addJob(request(slot).job());
    }
    usage.add(request(slot).resources());
  }

  /** Undoes one {@link #charge}. */
  void refund(int slot) {
    var usage = usage(slot);
    if (--charged[slot] == 0) {
      usage.removeJob(request(slot).job());
    }
    usage.subtract(request(slot).resources());
  }

  Request request(int slot) {
    var request = requests[slot];
    if (request == null) {
      throw new IllegalStateException("request " + slot + " is not in use");
    }
    return request;
  }

  private OwnerUsage usage(int slot) {
    var usage = usages[slot];
    if (usage == null) {
      throw new IllegalStateException("request " + slot + " is not in use");
    }
    return usage;
  }

  int slots() {
    return size;
  }

  /**
   * The slots of one transaction's requests, by their index in the transaction. A request is added
   * with the first claim that needs it.
   */
  static final class TransactionRequests {

    private static final int UNUSED = -1;

    private final RequestTable table;
    private int[] slots = new int[0];

    TransactionRequests(RequestTable table) {
      this.table = table;
    }

    /** Starts another transaction, with so many requests. */
    void start(int requests) {
      if (slots.length < requests) {
        slots = new int[requests * 2];
      }
      Arrays.fill(slots, 0, requests, UNUSED);
    }

    int slotOf(int index, Request request, OwnerUsage usage) {
      if (slots[index] == UNUSED) {
        slots[index] = table.add(request, usage);
      }
      return slots[index];
    }
  }
}
