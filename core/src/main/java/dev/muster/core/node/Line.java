package dev.muster.core.node;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Entries that wait, in the order in which they get their turn. */
interface Line {

  void add(Entry entry);

  /** The entry no longer waits, and did not get its turn. */
  void remove(Entry entry);

  /** The entry got its turn. */
  void serve(Entry entry);

  /** Whose turn is next; it stays in the line. */
  @Nullable Entry first();

  /** The first so many, in the order of their turns were nobody else to come. */
  List<Entry> first(int limit);

  int size();
}
