package dev.muster.model.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All queues of a cell.
 *
 * <p>Jobs are submitted to queues that have none below them. What is not guaranteed to any queue is
 * shared by weight; what a queue has and cannot use, others borrow, and give back.
 *
 * @param queues the root first, and each queue after the one above it
 * @param reclaimAfterNs for how long a queue must have been below its guarantee before tasks of
 *     queues that are above theirs are ended
 */
public record QueueTree(List<QueueSpec> queues, long reclaimAfterNs) {

  public static final String ROOT = "root";

  /** Long enough for most tasks to end by themselves. */
  public static final long RECLAIM_AFTER_NS = 30_000_000_000L;

  /** One queue for everybody, without guarantee or limit: nothing is shared out. */
  public static final QueueTree OPEN =
      new QueueTree(List.of(QueueSpec.of(ROOT).with(QueueAccess.OPEN)), RECLAIM_AFTER_NS);

  public QueueTree {
    queues = List.copyOf(queues);
  }

  /** These queues below an open root; each after the one above it. */
  public static QueueTree of(QueueSpec... below) {
    List<QueueSpec> all = new ArrayList<>(OPEN.queues);
    all.addAll(List.of(below));
    return new QueueTree(all, RECLAIM_AFTER_NS);
  }

  public QueueTree withReclaimAfter(long ns) {
    return new QueueTree(queues, ns);
  }

  /** The same with another specification of the queue that has its path. */
  public QueueTree with(QueueSpec changed) {
    var all =
        queues.stream()
            .map(queue -> queue.path().equals(changed.path()) ? changed : queue)
            .toList();
    return new QueueTree(all, reclaimAfterNs);
  }

  /** Whether jobs are neither limited nor held to a share. */
  public boolean isOpen() {
    return queues.equals(OPEN.queues);
  }

  public QueueSpec root() {
    return queues.getFirst();
  }

  public Optional<QueueSpec> find(String path) {
    return queues.stream().filter(queue -> queue.path().equals(path)).findFirst();
  }

  /** Those right below a queue. */
  public List<QueueSpec> below(String path) {
    return queues.stream().filter(queue -> queue.parent().equals(path)).toList();
  }

  /** Whether no queue is below it: jobs may be submitted to it. */
  public boolean isLeaf(String path) {
    return below(path).isEmpty();
  }

  /** From the root down to the queue; empty where there is no such queue. */
  public List<QueueSpec> pathTo(String path) {
    List<QueueSpec> all = new ArrayList<>();
    for (var at = find(path); at.isPresent(); at = find(at.get().parent())) {
      all.addFirst(at.get());
    }
    return all;
  }

  public boolean maySubmit(String user, String path) {
    return pathTo(path).stream().anyMatch(queue -> queue.access().maySubmit(user));
  }

  public boolean mayAdminister(String user, String path) {
    return pathTo(path).stream().anyMatch(queue -> queue.access().mayAdminister(user));
  }

  /** Whether the queue or one above it is suspended. */
  public boolean isSuspended(String path) {
    return pathTo(path).stream().anyMatch(QueueSpec::suspended);
  }
}
