package dev.muster.daemon;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/** The last few nodes that asked for something; the first ones are forgotten first. */
final class RecentRequesters {

  private final int limit;
  private final SequencedSet<String> names = new LinkedHashSet<>();

  RecentRequesters(int limit) {
    this.limit = limit;
  }

  /** The other requesters, the latest last; this one is the latest from now on. */
  List<String> before(String requester) {
    names.remove(requester);
    var others = List.copyOf(names);
    names.add(requester);
    if (names.size() > limit) {
      names.removeFirst();
    }
    return others;
  }
}
