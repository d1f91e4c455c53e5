package dev.muster.core.scheduler;

import dev.muster.core.actor.Address;
import dev.muster.core.event.MasterEvent.TasksSucceeded;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.model.TaskBits;
import dev.muster.model.TaskId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The successes of one job on their way to the master's record.
 *
 * <pre>
 *   add --> gathered --batch--> out --recorded--> acknowledged
 * </pre>
 *
 * <p>A node keeps a result until it is acknowledged, and that is only once it is on record: so
 * whenever the scheduler dies, either the master or the node knows that the task is done. One batch
 * is out at a time; what comes meanwhile makes the next.
 */
final class Receipts {

  /** So many go on record before the next beat; fewer wait for it. */
  static final int PROMPT = 256;

  /** How many tasks one batch may have. */
  static final int MAX_BATCH = 10_000;

  private static final int EPOCH_SHIFT = 32;

  /** Of a result that counts, and that its node keeps for now. */
  record Receipt(int node, long reservation, TaskId task) {}

  private final long job;
  private final int epoch;
  private final TaskBits recorded;
  private List<Receipt> gathered = new ArrayList<>();
  private List<Receipt> out = List.of();
  private long batch;

  Receipts(AssignJob assigned) {
    this.job = assigned.job();
    this.epoch = assigned.epoch();
    this.batch = (long) epoch << EPOCH_SHIFT;
    this.recorded = TaskBits.of(assigned.done());
  }

  void add(int node, long reservation, TaskId task) {
    gathered.add(new Receipt(node, reservation, task));
  }

  boolean isRecorded(TaskId task) {
    return recorded.contains(task);
  }

  /** Whether so many have gathered that they should not wait for the beat. */
  boolean isDue() {
    return out.isEmpty() && gathered.size() >= PROMPT;
  }

  /** What is to be sent to the master now: the batch that is out, or the next; null for none. */
  @Nullable TasksSucceeded batch(Address<SchedulerEvent> from) {
    if (out.isEmpty() && !gathered.isEmpty()) {
      fill();
    }
    return out.isEmpty()
        ? null
        : new TasksSucceeded(from, epoch, job, batch, out.stream().map(Receipt::task).toList());
  }

  private void fill() {
    int size = Math.min(gathered.size(), MAX_BATCH);
    out = List.copyOf(gathered.subList(0, size));
    gathered = new ArrayList<>(gathered.subList(size, gathered.size()));
    batch++;
  }

  /** The master has this batch; those of it, or none if it is not the one that is out. */
  List<Receipt> recorded(long number) {
    if (number != batch) {
      return List.of();
    }
    var done = out;
    out = List.of();
    done.forEach(receipt -> recorded.add(receipt.task()));
    return done;
  }

  /** All that the master does not have yet. */
  List<Receipt> rest() {
    if (out.isEmpty()) {
      return gathered;
    }
    List<Receipt> rest = new ArrayList<>(out);
    rest.addAll(gathered);
    return rest;
  }
}
