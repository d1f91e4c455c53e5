package dev.muster.model.queue;

/**
 * One difference between two trees of queues.
 *
 * @param queue its path; empty for what concerns all queues
 * @param field as files name it, as in {@code guaranteed.cpu}; empty for the queue as a whole
 * @param before the value in the old tree; empty where there was none. Of a weight it is the part
 *     that the queue has of its siblings' weights
 * @param after the value in the new tree; empty where there is none
 * @param by how much it is less or more, where that is a number
 */
public record QueueChange(
    String queue, String field, ChangeKind kind, String before, String after, String by) {

  /** Whether the users of a queue have reason to complain. */
  public enum ChangeKind {
    /** The queue is new. */
    APPEARS,
    /** The queue is gone, and what it had with it. */
    VANISHES,
    LOSES,
    GAINS,
    /** Neither more nor less, or nobody can say without the size of the cell. */
    CHANGES
  }
}
