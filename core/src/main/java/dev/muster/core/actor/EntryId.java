package dev.muster.core.actor;

/**
 * Identifies an entry of the log: the term of the leader that appended it, and its place among the
 * entries of that leader.
 *
 * <p>Ids of the log only grow. An entry with a smaller id than one before it is stale: it was
 * committed twice, or its leader had been replaced.
 *
 * @param term counts leaders, from 1
 * @param sequence counts the entries of the leader, from 1
 */
public record EntryId(long term, long sequence) {

  /** Before all entries. */
  public static final EntryId NONE = new EntryId(0, 0);

  public boolean isAfter(EntryId other) {
    return term == other.term ? sequence > other.sequence : term > other.term;
  }

  public void trace(TraceHash hash) {
    hash.add(term).add(sequence);
  }

  @Override
  public String toString() {
    return term + "." + sequence;
  }
}
