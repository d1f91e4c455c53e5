package dev.muster.core.node;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Weighted fair between users, first come first served within one.
 *
 * <p>Start-time fair queueing: each user has a virtual time that advances with what it is served,
 * divided by its weight; the user furthest behind is next. One who comes back after a pause starts
 * at the present virtual time, so that nobody saves up turns by staying away.
 */
final class FairLine implements Line {

  /** How many users are remembered for what they had though they wait for nothing. */
  private static final int MAX_USERS = 1_000;

  private static final class User {
    final ArrayDeque<Entry> waiting = new ArrayDeque<>();
    double virtualNs;
  }

  private final Map<String, User> users = new TreeMap<>();
  private double nowVirtualNs;
  private int size;

  @Override
  public void add(Entry entry) {
    var user = users.computeIfAbsent(entry.demand.origin().user(), _ -> new User());
    if (user.waiting.isEmpty()) {
      user.virtualNs = Math.max(user.virtualNs, nowVirtualNs);
    }
    user.waiting.add(entry);
    size++;
    if (users.size() > MAX_USERS + size) {
      users.values().removeIf(each -> each.waiting.isEmpty());
    }
  }

  @Override
  public void remove(Entry entry) {
    var user = users.get(entry.demand.origin().user());
    if (user != null && user.waiting.remove(entry)) {
      size--;
    }
  }

  /** The present moves on with the user furthest behind, even when another is served first. */
  @Override
  public void serve(Entry entry) {
    var behind = furthestBehind();
    var user = users.get(entry.demand.origin().user());
    if (behind != null && user != null && user.waiting.remove(entry)) {
      size--;
      nowVirtualNs = Math.max(nowVirtualNs, behind.virtualNs);
      user.virtualNs += entry.lengthNs() / entry.demand.origin().weight();
    }
  }

  @Override
  public @Nullable Entry first() {
    var user = furthestBehind();
    return user == null ? null : user.waiting.peek();
  }

  private @Nullable User furthestBehind() {
    User next = null;
    for (var user : users.values()) {
      if (!user.waiting.isEmpty() && (next == null || isBehind(user, next))) {
        next = user;
      }
    }
    return next;
  }

  /** Among equals it is whoever came first, not whose name does. */
  private static boolean isBehind(User one, User other) {
    return one.virtualNs < other.virtualNs
        || (one.virtualNs == other.virtualNs
            && one.waiting.element().arrival < other.waiting.element().arrival);
  }

  @Override
  public List<Entry> first(int limit) {
    var rehearsal = new FairLine();
    rehearsal.nowVirtualNs = nowVirtualNs;
    users.forEach((name, user) -> rehearsal.users.put(name, copy(user, limit)));
    List<Entry> found = new ArrayList<>();
    for (var entry = rehearsal.first(); entry != null && found.size() < limit; ) {
      found.add(entry);
      rehearsal.serve(entry);
      entry = rehearsal.first();
    }
    return found;
  }

  private static User copy(User user, int limit) {
    var copy = new User();
    copy.virtualNs = user.virtualNs;
    user.waiting.stream().limit(limit).forEach(copy.waiting::add);
    return copy;
  }

  @Override
  public int size() {
    return size;
  }
}
