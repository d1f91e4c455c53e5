package dev.muster.core.master.central;

import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.cell.Request;
import dev.muster.core.master.central.CentralOptions.QueueDiscipline;
import dev.muster.core.master.state.JobRecords;
import dev.muster.core.master.state.RegisteredMachines;
import dev.muster.model.Resources;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The queues of the cell as the central scheduler sees them: what the claims of each use, whatever
 * their policy, and in which order their requests have their turns.
 */
final class CentralQueues {

  /** What the claims of one job use; the job may have ended before the last of them. */
  private static final class JobUsage {
    private final String queue;
    private final String user;
    private Resources used = Resources.NONE;
    private int claims;

    JobUsage(String queue, String user) {
      this.queue = queue;
      this.user = user;
    }
  }

  private final QueueDiscipline discipline;
  private final JobRecords jobs;
  private final RegisteredMachines machines;
  private final Supplier<QueueTree> trees;
  private final LongMap<JobUsage> byJob = new LongMap<>();
  private final TreeMap<String, CentralQueue> byPath = new TreeMap<>();
  private @Nullable QueueTree tree;
  private @Nullable CentralQueue root;
  private long version = -1;
  private Resources cell = Resources.NONE;

  CentralQueues(
      QueueDiscipline discipline,
      JobRecords jobs,
      RegisteredMachines machines,
      Supplier<QueueTree> trees) {
    this.discipline = discipline;
    this.jobs = jobs;
    this.machines = machines;
    this.trees = trees;
  }

  /** Follows the queues and the size of the cell; whether either has changed. */
  boolean refresh() {
    var now = trees.get();
    if (now.equals(tree) && version == machines.version()) {
      return false;
    }
    List<PendingRequest> waiting = new ArrayList<>();
    each(waiting::add);
    tree = now;
    version = machines.version();
    cell = machines.total();
    byPath.clear();
    for (var spec : now.queues()) {
      byPath.put(spec.path(), new CentralQueue(spec, byPath.get(spec.parent()), discipline, cell));
    }
    root = byPath.get(now.root().path());
    byJob.values().forEach(usage -> of(usage.queue).charge(usage.user, usage.used));
    waiting.forEach(this::add);
    return true;
  }

  /** The queue of this path; jobs of a queue that is not there are in the root. */
  private CentralQueue of(String path) {
    var found = byPath.getOrDefault(path, root);
    return Objects.requireNonNull(found, "queues are refreshed first");
  }

  // What is used.

  void promised(Request request) {
    var usage = byJob.find(request.job());
    if (usage == null) {
      var record = jobs.find(request.job());
      usage =
          record == null
              ? new JobUsage(QueueTree.ROOT, "")
              : new JobUsage(record.spec().queue(), record.spec().user());
      byJob.put(request.job(), usage);
    }
    usage.claims++;
    usage.used = usage.used.plus(request.resources());
    of(usage.queue).charge(usage.user, request.resources());
  }

  void ended(Request request) {
    var usage = byJob.find(request.job());
    if (usage == null) {
      throw new IllegalStateException("a claim ends that was not made: " + request);
    }
    usage.used = usage.used.minus(request.resources());
    of(usage.queue).refund(usage.user, request.resources());
    if (--usage.claims == 0) {
      byJob.remove(request.job());
    }
  }

  /** The queue that so many more containers of the request would be too much for; or null. */
  @Nullable CentralQueue full(PendingRequest request, int containers) {
    var need = containers == 1 ? request.need() : request.need().times(containers);
    return of(request.queue).full(request.user, need);
  }

  // Who waits.

  void add(PendingRequest request) {
    of(request.queue).add(request);
  }

  void remove(PendingRequest request) {
    of(request.queue).remove(request);
  }

  /** All that wait, in their order as of now. */
  void each(Consumer<PendingRequest> action) {
    first(
        request -> {
          action.accept(request);
          return false;
        });
  }

  /** Tells each its place in line. */
  void number() {
    int[] place = {0};
    long[] ahead = {0};
    each(
        request -> {
          request.waits.standsAt(++place[0], ahead[0]);
          ahead[0] += request.wanted();
        });
  }

  /** The first that is accepted, in the order of turns; null where none is. */
  @Nullable PendingRequest first(Predicate<PendingRequest> accepts) {
    for (var queue : inTurn()) {
      var found = queue.first(this::share, accepts);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private double share(PendingRequest request) {
    var usage = byJob.find(request.job);
    return usage == null ? 0 : CentralQueue.share(usage.used, cell);
  }

  private List<CentralQueue> inTurn() {
    List<CentralQueue> busy = new ArrayList<>();
    for (var queue : byPath.values()) {
      if (!queue.isIdle()) {
        busy.add(queue);
      }
    }
    if (busy.size() > 1) {
      var order = CentralQueue.order(discipline);
      busy.sort((one, other) -> compare(one.path(), other.path(), order));
    }
    return busy;
  }

  /** Where their ways from the root part, the order of siblings decides. */
  private static int compare(
      List<CentralQueue> one, List<CentralQueue> other, Comparator<CentralQueue> order) {
    int shorter = Math.min(one.size(), other.size());
    for (int at = 0; at < shorter; at++) {
      if (one.get(at) != other.get(at)) {
        return order.compare(one.get(at), other.get(at));
      }
    }
    return Integer.compare(one.size(), other.size());
  }
}
