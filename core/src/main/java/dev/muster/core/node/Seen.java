package dev.muster.core.node;

import dev.muster.core.actor.flat.LongSet;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of the tasks that came by themselves. Such a task would run again if the message that
 * brought it came twice, the second time late; so its number is remembered for a while.
 *
 * <p>In two generations: when the younger is full, the older is forgotten as a whole.
 */
final class Seen {

  /** How many numbers are remembered at least: more than may be under way and owed at a time. */
  static final int LIMIT = 1 << 15;

  private LongSet younger = new LongSet();
  private @Nullable LongSet older;

  /** Whether this number comes for the first time; remembers it. */
  boolean isNew(long id) {
    if ((older != null && older.contains(id)) || !younger.add(id)) {
      return false;
    }
    if (younger.size() == LIMIT) {
      older = younger;
      younger = new LongSet();
    }
    return true;
  }
}
