package dev.muster.daemon;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who asked for a content: whoever did has it soon, and can give it to the next. */
final class Askers {

  /** Of so many contents; those that were asked for first are forgotten. */
  static final int MAX_CONTENTS = 100_000;

  /** Of those who want one content; more are not needed to spread it. */
  static final int MAX_EACH = 64;

  private final Map<String, Set<String>> names = new LinkedHashMap<>();

  /** Those who asked for it earlier; this one is among them from now on. */
  synchronized List<String> before(String sha256, String asker) {
    var all = names.computeIfAbsent(sha256, _ -> new LinkedHashSet<>());
    var others = all.stream().filter(name -> !name.equals(asker)).toList();
    if (all.size() < MAX_EACH) {
      all.add(asker);
    }
    if (names.size() > MAX_CONTENTS) {
      names.remove(names.keySet().iterator().next());
    }
    return others;
  }
}
