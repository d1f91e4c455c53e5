package dev.muster.host.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who sent something else than the content that was asked for: it is asked last from then on. */
final class BadSources {

  /** Of so many contents at most; those that were complained of longest ago are forgotten. */
  static final int LIMIT = 1_000;

  private final Map<Content, Set<String>> names = new LinkedHashMap<>();

  synchronized void remember(Content content, FileSource source) {
    var of = names.remove(content);
    var more = of == null ? new HashSet<String>() : of;
    more.add(source.name());
    names.put(content, more);
    if (names.size() > LIMIT) {
      names.remove(names.keySet().iterator().next());
    }
  }

  synchronized List<FileSource> last(Content content, List<FileSource> sources) {
    var bad = names.getOrDefault(content, Set.of());
    var sorted = new ArrayList<>(sources);
    sorted.sort(Comparator.comparing(source -> bad.contains(source.name())));
    return sorted;
  }
}
