package dev.muster.model.rule;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.model.StageSpec;
import dev.muster.model.text.Nearest;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeSet;

/**
 * Checks the edges between the stages of a job: that each leads to another stage, that the numbers
 * of tasks fit its kind, and that there is no cycle.
 *
 * <p>A job may have {@link JobRules#MAX_STAGES} stages in one chain, so the search keeps its own
 * stack, and the work is in proportion to stages and edges.
 */
public final class StageGraph {

  /** How many stages of a cycle are named; a cycle may have all stages of a job. */
  static final int MAX_NAMED = 20;

  /** How many names are compared for suggestions. */
  static final int MAX_COMPARED = 1_000_000;

  /** Receives each invalid edge. */
  public interface EdgeProblems {

    /**
     * @param stage the index of a stage
     * @param edge the index of the edge in what the stage is {@code after}
     */
    void add(int stage, int edge, String message);
  }

  private enum Visit {
    NEW,
    ON_PATH,
    DONE
  }

  private static final int ABSENT = -1;

  private final List<StageSpec> stages;
  private final EdgeProblems problems;
  private final SequencedMap<String, Integer> indexes = new LinkedHashMap<>();

  private final Visit[] visits;

  /** The stages from the start of the search to its present stage. */
  private final int[] path;

  /** Of a stage on the path: at which step, and which of its edges is next. */
  private final int[] step;

  private final int[] nextEdge;
  private int compared;

  private StageGraph(List<StageSpec> stages, EdgeProblems problems) {
    this.stages = stages;
    this.problems = problems;
    this.visits = new Visit[stages.size()];
    this.path = new int[stages.size()];
    this.step = new int[stages.size()];
    this.nextEdge = new int[stages.size()];
    Arrays.fill(visits, Visit.NEW);
  }

  /** Stages without a name, or with the name of another, are rejected elsewhere. */
  public static void check(List<StageSpec> stages, EdgeProblems problems) {
    var graph = new StageGraph(stages, problems);
    for (int index = 0; index < stages.size(); index++) {
      var name = stages.get(index).name();
      if (!name.isEmpty()) {
        graph.indexes.putIfAbsent(name, index);
      }
    }
    for (int index = 0; index < stages.size(); index++) {
      graph.checkEdges(index);
    }
    for (int index = 0; index < stages.size(); index++) {
      graph.search(index);
    }
  }

  private void checkEdges(int index) {
    var stage = stages.get(index);
    var seen = new TreeSet<String>();
    for (int edge = 0; edge < stage.after().size(); edge++) {
      var name = stage.after().get(edge).stage();
      int other = indexes.getOrDefault(name, ABSENT);
      if (name.equals(stage.name())) {
        problems.add(index, edge, "a stage can't wait for itself");
      } else if (other == ABSENT) {
        problems.add(index, edge, absent(name));
      } else if (!seen.add(name)) {
        problems.add(index, edge, "names `" + name + "` twice");
      } else if (stage.after().get(edge).isOneToOne()) {
        checkOneToOne(index, edge, stages.get(other));
      }
    }
  }

  /** A stage without tasks is rejected elsewhere. */
  private void checkOneToOne(int index, int edge, StageSpec other) {
    var stage = stages.get(index);
    if (stage.isGang()) {
      problems.add(index, edge, "a gang starts whole: it needs all-to-all edges, not one-to-one");
    }
    if (stage.tasks() != other.tasks() && stage.tasks() > 0 && other.tasks() > 0) {
      var counts = "`" + other.name() + "` has " + formatCount(other.tasks());
      var own = ", `" + stage.name() + "` has " + formatCount(stage.tasks());
      problems.add(index, edge, "one-to-one needs as many tasks in both stages: " + counts + own);
    }
  }

  private String absent(String name) {
    var text = "there is no stage " + Nearest.quote(name);
    if (compared > MAX_COMPARED - indexes.size()) {
      return text;
    }
    compared += indexes.size();
    var hint = Nearest.hint(name, List.copyOf(indexes.sequencedKeySet()));
    return text + hint.map(near -> "; " + near).orElse("");
  }

  /** Depth first: a stage that is met again on the path closes a cycle. */
  private void search(int start) {
    int depth = visits[start] == Visit.NEW ? enter(start, 0) : ABSENT;
    while (depth >= 0) {
      int stage = path[depth];
      var after = stages.get(stage).after();
      if (nextEdge[stage] == after.size()) {
        visits[stage] = Visit.DONE;
        depth--;
        continue;
      }
      int edge = nextEdge[stage]++;
      int other = indexes.getOrDefault(after.get(edge).stage(), ABSENT);
      if (other != ABSENT && visits[other] == Visit.NEW) {
        depth = enter(other, depth + 1);
      } else if (other != ABSENT && other != stage && visits[other] == Visit.ON_PATH) {
        problems.add(stage, edge, cycle(step[other], depth));
      }
    }
  }

  private int enter(int stage, int depth) {
    visits[stage] = Visit.ON_PATH;
    path[depth] = stage;
    step[stage] = depth;
    return depth;
  }

  private String cycle(int first, int last) {
    var text = new StringBuilder("stages wait for each other in a cycle: ");
    int shown = Math.min(last, first + MAX_NAMED - 1);
    for (int at = first; at <= shown; at++) {
      text.append(stages.get(path[at]).name()).append(" → ");
    }
    if (shown < last) {
      text.append("… ").append(formatCount(last - shown)).append(" more … → ");
    }
    return text.append(stages.get(path[first]).name()).toString();
  }
}
