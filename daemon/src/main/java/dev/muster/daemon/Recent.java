package dev.muster.daemon;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/** The last few who asked for something; of more, those are forgotten who asked first. */
final class Recent {

  private final int limit;
  private final SequencedSet<String> names = new LinkedHashSet<>();

  Recent(int limit) {
    this.limit = limit;
  }

  /** The others who asked, the latest last; this one is the latest from now on. */
  List<String> before(String asker) {
    names.remove(asker);
    var others = List.copyOf(names);
    names.add(asker);
    if (names.size() > limit) {
      names.removeFirst();
    }
    return others;
  }
}
