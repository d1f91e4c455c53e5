package dev.muster.model.rule;

/**
 * What is wrong with a queue.
 *
 * @param queue its place in the tree, or {@link #TREE}
 * @param field as files name it, as in {@code guaranteed.cpu}
 * @param isWarning whether the queues can be used all the same
 */
public record QueueProblem(int queue, String field, String message, boolean isWarning) {

  /** Of no single queue. */
  public static final int TREE = -1;

  static QueueProblem of(int queue, String field, String message) {
    return new QueueProblem(queue, field, message, false);
  }

  static QueueProblem warning(int queue, String field, String message) {
    return new QueueProblem(queue, field, message, true);
  }
}
