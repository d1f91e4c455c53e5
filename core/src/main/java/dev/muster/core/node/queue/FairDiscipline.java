package dev.muster.core.node.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Weighted fair between users, first come first served within one.
 *
 * <p>Start-time fair queueing: each user has a virtual time that advances with the work served,
 * divided by the user's weight; the user furthest behind is next. A user who comes back after a
 * pause starts at the present virtual time, so that nobody saves up service by staying away.
 */
final class FairDiscipline implements Discipline {

  /** How many users without waiting tasks keep their virtual time. */
  private static final int MAX_USERS = 1_000;

  private static final class UserQueue {
    final ArrayDeque<QueuedTask> waiting = new ArrayDeque<>();
    double virtualNs;
  }

  private final Map<String, UserQueue> users = new TreeMap<>();
  private double nowVirtualNs;
  private int size;

  @Override
  public void add(QueuedTask task) {
    var user = users.computeIfAbsent(task.demand().origin().user(), _ -> new UserQueue());
    if (user.waiting.isEmpty()) {
      user.virtualNs = Math.max(user.virtualNs, nowVirtualNs);
    }
    user.waiting.add(task);
    size++;
    if (users.size() > MAX_USERS + size) {
      users.values().removeIf(each -> each.waiting.isEmpty());
    }
  }

  @Override
  public void remove(QueuedTask task) {
    var user = users.get(task.demand().origin().user());
    if (user != null && user.waiting.remove(task)) {
      size--;
    }
  }

  /** Virtual time follows the user furthest behind, even when another is served first. */
  @Override
  public void serve(QueuedTask task) {
    var behind = furthestBehind();
    var user = users.get(task.demand().origin().user());
    if (behind != null && user != null && user.waiting.remove(task)) {
      size--;
      nowVirtualNs = Math.max(nowVirtualNs, behind.virtualNs);
      user.virtualNs += task.lengthNs() / task.demand().origin().weight();
    }
  }

  @Override
  public @Nullable QueuedTask first() {
    var user = furthestBehind();
    return user == null ? null : user.waiting.peek();
  }

  private @Nullable UserQueue furthestBehind() {
    UserQueue next = null;
    for (var user : users.values()) {
      if (!user.waiting.isEmpty() && (next == null || isBehind(user, next))) {
        next = user;
      }
    }
    return next;
  }

  /** Ties go to the earlier arrival, not to the name. */
  private static boolean isBehind(UserQueue one, UserQueue other) {
    return one.virtualNs < other.virtualNs
        || (one.virtualNs == other.virtualNs
            && one.waiting.element().arrival() < other.waiting.element().arrival());
  }

  @Override
  public List<QueuedTask> first(int limit) {
    var rehearsal = new FairDiscipline();
    rehearsal.nowVirtualNs = nowVirtualNs;
    users.forEach((name, user) -> rehearsal.users.put(name, copy(user, limit)));
    List<QueuedTask> found = new ArrayList<>();
    for (var task = rehearsal.first(); task != null && found.size() < limit; ) {
      found.add(task);
      rehearsal.serve(task);
      task = rehearsal.first();
    }
    return found;
  }

  private static UserQueue copy(UserQueue user, int limit) {
    var copy = new UserQueue();
    copy.virtualNs = user.virtualNs;
    user.waiting.stream().limit(limit).forEach(copy.waiting::add);
    return copy;
  }

  @Override
  public int size() {
    return size;
  }
}
