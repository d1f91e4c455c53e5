package dev.muster.daemon;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** Who asked for a content: whoever did has it soon, and can give it to the next. */
final class Askers {

  /** Of so many contents; those that were asked for first are forgotten. */
  static final int MAX_CONTENTS = 100_000;

  /** Of those who want one content; more are not needed to spread it. */
  static final int MAX_EACH = 64;

  private final int maxContents;
  private final SequencedMap<String, Recent> names = new LinkedHashMap<>();

  Askers(int maxContents) {
    this.maxContents = maxContents;
  }

  /** Those who asked for it earlier; this one is among them from now on. */
  synchronized List<String> before(String sha256, String asker) {
    var others = names.computeIfAbsent(sha256, _ -> new Recent(MAX_EACH)).before(asker);
    if (names.size() > maxContents) {
      names.pollFirstEntry();
    }
    return others;
  }
}
