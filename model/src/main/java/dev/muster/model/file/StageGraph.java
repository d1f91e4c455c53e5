package dev.muster.model.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeSet;

/**
 * Checks what stages say about each other: the names after {@code after}, and that none waits in a
 * ring.
 */
final class StageGraph {

  private final Problems problems;
  private final SequencedMap<String, StageDraft> stages = new LinkedHashMap<>();
  private final TreeSet<String> done = new TreeSet<>();

  /** The stages on the way from where the search began to where it is. */
  private final List<String> way = new ArrayList<>();

  private final List<StageDraft> drafts;

  /** Stages without a name, and those whose name another one has, are refused elsewhere. */
  StageGraph(List<StageDraft> drafts, Problems problems) {
    this.drafts = drafts;
    this.problems = problems;
    for (var draft : drafts) {
      if (!draft.name().isEmpty()) {
        stages.putIfAbsent(draft.name(), draft);
      }
    }
  }

  void check() {
    for (var draft : drafts) {
      checkNames(draft);
    }
    for (var stage : stages.sequencedValues()) {
      search(stage);
    }
  }

  private void checkNames(StageDraft stage) {
    var seen = new TreeSet<String>();
    for (var other : stage.after()) {
      if (other.text().equals(stage.name())) {
        problems.add(other, stage.afterPath(), "a stage can't wait for itself");
      } else if (!stages.containsKey(other.text())) {
        problems.add(other, stage.afterPath(), absent(other.text()));
      } else if (!seen.add(other.text())) {
        problems.add(other, stage.afterPath(), "names `" + other.text() + "` twice");
      }
    }
  }

  private String absent(String name) {
    var names = List.copyOf(stages.sequencedKeySet());
    var hint = Nearest.hint(name, names).map(text -> "; " + text);
    return "there is no stage " + Yaml.Scalar.quote(name) + hint.orElse("");
  }

  /** Depth first: a stage that is met again on the way closes a ring. */
  private void search(StageDraft stage) {
    if (done.contains(stage.name())) {
      return;
    }
    way.add(stage.name());
    for (var other : stage.after()) {
      int met = way.indexOf(other.text());
      var next = stages.get(other.text());
      if (met >= 0 && met < way.size() - 1) {
        var ring = String.join(" → ", way.subList(met, way.size())) + " → " + other.text();
        problems.add(other, stage.afterPath(), "stages wait for each other in a ring: " + ring);
      } else if (met < 0 && next != null) {
        search(next);
      }
    }
    way.removeLast();
    done.add(stage.name());
  }
}
