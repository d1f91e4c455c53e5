package dev.muster.core.master.central;

import dev.muster.core.master.central.CentralOptions.QueueDiscipline;
import dev.muster.model.Resources;
import dev.muster.model.queue.QueueSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** One queue in a cell of a certain size: what it may have, what it uses, and who waits in it. */
final class CentralQueue {

  final QueueSpec spec;
  final @Nullable CentralQueue parent;
  private final QueueDiscipline discipline;
  private final Resources cell;
  private final Resources guaranteed;
  private final Resources max;
  private final Resources maxOfUser;
  private final boolean suspended;
  private Resources used = Resources.NONE;
  private final TreeMap<String, Resources> usedBy = new TreeMap<>();

  /** By user, where users have their turns one by one. */
  private final TreeMap<String, TreeSet<PendingRequest>> waiting = new TreeMap<>();

  /**
   * @param cell what all machines have together
   */
  CentralQueue(
      QueueSpec spec, @Nullable CentralQueue parent, QueueDiscipline discipline, Resources cell) {
    this.spec = spec;
    this.parent = parent;
    this.discipline = discipline;
    this.cell = cell;
    this.guaranteed = spec.share().guaranteed().atLeast(cell);
    this.max = spec.share().max().atMost(cell);
    this.maxOfUser = spec.limits().ofUser().most().atMost(cell);
    this.suspended = spec.suspended() || (parent != null && parent.suspended);
  }

  // What is used.

  /** Claims of a user take so much more; of a job of this queue or of one below it. */
  void charge(String user, Resources more) {
    used = used.plus(more);
    usedBy.merge(user, more, Resources::plus);
    if (parent != null) {
      parent.charge(user, more);
    }
  }

  void refund(String user, Resources less) {
    used = used.minus(less);
    usedBy.computeIfPresent(user, (_, before) -> rest(before.minus(less)));
    if (parent != null) {
      parent.refund(user, less);
    }
  }

  private static @Nullable Resources rest(Resources left) {
    return left.fitsIn(Resources.NONE) ? null : left;
  }

  /**
   * The first queue, from this one upwards, in which so much more of a user would be too much; null
   * where all have as much.
   */
  @Nullable CentralQueue full(String user, Resources need) {
    if (suspended || !fits(used, need, max) || !fits(usedBy(user), need, maxOfUser)) {
      return this;
    }
    return parent == null ? null : parent.full(user, need);
  }

  private Resources usedBy(String user) {
    return usedBy.getOrDefault(user, Resources.NONE);
  }

  /** Of resources that are needed alone: what is not needed may be used beyond the limit. */
  private static boolean fits(Resources used, Resources need, Resources most) {
    return fits(used.cpuMillis(), need.cpuMillis(), most.cpuMillis())
        && fits(used.memoryBytes(), need.memoryBytes(), most.memoryBytes())
        && need.named().entrySet().stream()
            .allMatch(
                each ->
                    fits(used.named(each.getKey()), each.getValue(), most.named(each.getKey())));
  }

  private static boolean fits(long used, long need, long most) {
    return need == 0 || need <= most - used;
  }

  // Whose turn it is.

  /** Of siblings the lowest goes first. */
  static Comparator<CentralQueue> order(QueueDiscipline discipline) {
    ToDoubleFunction<CentralQueue> first =
        switch (discipline) {
          case CAPACITY -> CentralQueue::usedOfGuarantee;
          case FAIR -> CentralQueue::weightedShare;
        };
    return Comparator.comparingDouble(first)
        .thenComparingDouble(CentralQueue::weightedShare)
        .thenComparing(one -> one.spec.path());
  }

  /** How much of its guarantee the queue uses; queues without one come after all others. */
  private double usedOfGuarantee() {
    return guaranteed.fitsIn(Resources.NONE) ? Double.MAX_VALUE : share(used, guaranteed);
  }

  private double weightedShare() {
    return share(used, cell) / spec.share().weight();
  }

  /** The largest part of a resource that is used; of resources of which there is none, nothing. */
  static double share(Resources used, Resources whole) {
    double most = part(used.cpuMillis(), whole.cpuMillis());
    most = Math.max(most, part(used.memoryBytes(), whole.memoryBytes()));
    for (var each : used.named().entrySet()) {
      most = Math.max(most, part(each.getValue(), whole.named(each.getKey())));
    }
    return most;
  }

  private static double part(long used, long whole) {
    return whole == 0 ? 0 : (double) used / whole;
  }

  /** From the root down to this queue. */
  List<CentralQueue> path() {
    List<CentralQueue> path = new ArrayList<>();
    for (var at = this; at != null; at = at.parent) {
      path.addFirst(at);
    }
    return path;
  }

  // Who waits.

  private String groupOf(PendingRequest request) {
    return switch (discipline) {
      case CAPACITY -> "";
      case FAIR -> request.user;
    };
  }

  void add(PendingRequest request) {
    waiting
        .computeIfAbsent(groupOf(request), _ -> new TreeSet<>(PendingRequest.BY_AGE))
        .add(request);
  }

  void remove(PendingRequest request) {
    var group = waiting.get(groupOf(request));
    if (group != null && group.remove(request) && group.isEmpty()) {
      waiting.remove(groupOf(request));
    }
  }

  boolean isIdle() {
    return waiting.isEmpty();
  }

  /**
   * The first request that is accepted, in the order of the queue; null where none is.
   *
   * @param share of the cell that the job of a request uses
   */
  @Nullable PendingRequest first(
      ToDoubleFunction<PendingRequest> share, Predicate<PendingRequest> accepts) {
    for (var group : groups()) {
      for (var request : ordered(group, share)) {
        if (accepts.test(request)) {
          return request;
        }
      }
    }
    return null;
  }

  /** Users with a smaller share go first. */
  private Iterable<TreeSet<PendingRequest>> groups() {
    if (waiting.size() == 1) {
      return waiting.values();
    }
    List<String> users = new ArrayList<>(waiting.keySet());
    users.sort(
        Comparator.<String>comparingDouble(user -> share(usedBy(user), cell))
            .thenComparing(Comparator.naturalOrder()));
    return users.stream().map(waiting::get).toList();
  }

  private Iterable<PendingRequest> ordered(
      TreeSet<PendingRequest> group, ToDoubleFunction<PendingRequest> share) {
    return switch (spec.order()) {
      case FIFO -> group;
      case FAIR -> group.stream().sorted(PendingRequest.byShare(share)).toList();
    };
  }
}
