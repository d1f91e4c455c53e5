package dev.muster.core.master.state;

import dev.muster.core.cell.Request;
import java.util.Arrays;

/**
 * Where the asks of one transaction are in the table, by their numbers in it. An ask is added with
 * the first claim that needs it.
 */
final class AskSlots {

  private static final int UNUSED = -1;

  private final AskTable table;
  private int[] slots = new int[0];

  AskSlots(AskTable table) {
    this.table = table;
  }

  /** Another transaction, with so many asks. */
  void start(int asks) {
    if (slots.length < asks) {
      slots = new int[asks * 2];
    }
    Arrays.fill(slots, 0, asks, UNUSED);
  }

  int of(int number, Request request, Holding holding) {
    if (slots[number] == UNUSED) {
      slots[number] = table.add(request, holding);
    }
    return slots[number];
  }
}
