package dev.muster.core.scheduler.job;

import dev.muster.core.actor.Address;
import dev.muster.core.event.MasterEvent.TasksSucceeded;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.model.OutputPlaces.OutputPlace;
import dev.muster.model.TaskBits;
import dev.muster.model.TaskId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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
public final class Receipts {

  /** So many go on record before the next beat; fewer wait for it. */
  static final int PROMPT = 256;

  /** How many tasks one batch may have. */
  static final int MAX_BATCH = 10_000;

  private static final int EPOCH_SHIFT = 32;

  /**
   * Of a result that counts, and that its node keeps for now.
   *
   * @param hasOutput whether the node keeps an output too
   */
  public record Receipt(int node, long reservation, TaskId task, boolean hasOutput) {

    private OutputPlace place() {
      return new OutputPlace(task, node);
    }
  }

  private final long job;
  private final int epoch;
  private final TaskBits recorded;
  private List<Receipt> gathered = new ArrayList<>();
  private List<Receipt> out = List.of();

  /** Tasks that run again, of which the master believes that they are done. */
  private final Set<TaskId> reopened = new LinkedHashSet<>();

  private List<TaskId> reopenedOut = List.of();
  private long batch;

  Receipts(AssignJob assigned) {
    this.job = assigned.job();
    this.epoch = assigned.epoch();
    this.batch = (long) epoch << EPOCH_SHIFT;
    this.recorded = TaskBits.of(assigned.done());
  }

  public void add(Receipt receipt) {
    gathered.add(receipt);
  }

  /**
   * The outputs of these tasks are lost, and they run again. A success that was not sent yet is not
   * worth it any more.
   */
  public void reopen(Collection<TaskId> tasks) {
    var lost = new LinkedHashSet<>(tasks);
    gathered.removeIf(receipt -> lost.contains(receipt.task()));
    out.stream().map(Receipt::task).filter(lost::contains).forEach(reopened::add);
    tasks.stream().filter(recorded::contains).forEach(reopened::add);
    tasks.forEach(recorded::remove);
  }

  public boolean isRecorded(TaskId task) {
    return recorded.contains(task);
  }

  private boolean isNoneOut() {
    return out.isEmpty() && reopenedOut.isEmpty();
  }

  /** Whether so many have gathered, or a task is reopened, that this should not wait. */
  public boolean isDue() {
    return isNoneOut() && (gathered.size() >= PROMPT || !reopened.isEmpty());
  }

  /** What is to be sent to the master now: the batch that is out, or the next; null for none. */
  public @Nullable TasksSucceeded batch(Address<SchedulerEvent> from) {
    if (isNoneOut() && (!gathered.isEmpty() || !reopened.isEmpty())) {
      fill();
    }
    return isNoneOut()
        ? null
        : new TasksSucceeded(
            from,
            epoch,
            job,
            batch,
            out.stream().map(Receipt::task).toList(),
            out.stream().filter(Receipt::hasOutput).map(Receipt::place).toList(),
            reopenedOut);
  }

  /** No success is sent before its task is reopened: the master would take it for the old one. */
  private void fill() {
    reopenedOut = reopened.stream().limit(MAX_BATCH).toList();
    reopenedOut.forEach(reopened::remove);
    int size = reopened.isEmpty() ? Math.min(gathered.size(), MAX_BATCH) : 0;
    out = List.copyOf(gathered.subList(0, size));
    gathered = new ArrayList<>(gathered.subList(size, gathered.size()));
    batch++;
  }

  /** The master has this batch; those of it, or none if it is not the one that is out. */
  public List<Receipt> recorded(long number) {
    if (number != batch) {
      return List.of();
    }
    var done = out;
    out = List.of();
    reopenedOut = List.of();
    for (var receipt : done) {
      if (!reopened.contains(receipt.task())) {
        recorded.add(receipt.task());
      }
    }
    return done;
  }

  /** All that the master does not have yet. */
  public List<Receipt> rest() {
    if (out.isEmpty()) {
      return gathered;
    }
    List<Receipt> rest = new ArrayList<>(out);
    rest.addAll(gathered);
    return rest;
  }
}
