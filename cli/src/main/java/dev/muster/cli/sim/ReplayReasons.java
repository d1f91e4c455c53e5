package dev.muster.cli.sim;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Json;
import dev.muster.cli.explain.ExplainOption;
import dev.muster.cli.explain.ExplanationEntry;
import dev.muster.cli.explain.ExplanationView;
import dev.muster.cli.run.TextView;
import dev.muster.cli.sim.ReplayAnswer.ReplayRequest;
import dev.muster.cli.sim.ReplayView.ReplayPoint;
import dev.muster.model.JobSpec;
import dev.muster.sim.replay.WorkflowReplay;
import dev.muster.sim.replay.WorkflowReplay.ReplayReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Why one task of a replayed workflow was placed where it was, by each policy.
 *
 * @param name as in {@code t7-ID/0}; empty where nobody asks
 */
record ReplayReasons(String name, Map<String, List<ReplayReason>> byPolicy) {

  private static final long NS_PER_MS = 1_000_000;
  private static final double NS_PER_S = 1e9;

  /** A list schedule is computed with all run times known: there is nothing to explain. */
  static ReplayReasons of(ReplayRequest request, ReplayPoint point) throws BadInputException {
    var name = request.explain();
    if (name == null) {
      return new ReplayReasons("", Map.of());
    }
    var task = ExplainOption.find(WorkflowReplay.job(point.workflow(), JobSpec.AUTO), name);
    Map<String, List<ReplayReason>> byPolicy = new TreeMap<>();
    for (var policy : request.policies()) {
      if (!policy.equals(WorkflowReplay.HEFT)) {
        byPolicy.put(policy, WorkflowReplay.explain(point.workflow(), point.cell(), policy, task));
      }
    }
    return new ReplayReasons(name, byPolicy);
  }

  /** Below what the view shows. */
  List<String> lines(ReplayView view) {
    List<String> lines = new ArrayList<>(view.lines());
    for (var reasons : byPolicy.values()) {
      for (var each : reasons) {
        lines.add("");
        lines.add("after " + TextView.elapsed(each.atNs() / NS_PER_MS));
        lines.addAll(new ExplanationView(name, each.why()).lines());
      }
    }
    return lines;
  }

  /** Within the result of the policy. */
  JsonArray json(ReplayView view) {
    var rows = view.json();
    for (var row : rows) {
      for (var result : row.getAsJsonObject().getAsJsonArray("results")) {
        var reasons = byPolicy.get(result.getAsJsonObject().get("policy").getAsString());
        if (reasons != null) {
          var entries = new JsonArray();
          reasons.forEach(each -> entries.add(json(each)));
          result.getAsJsonObject().add("explained", entries);
        }
      }
    }
    return rows;
  }

  private JsonObject json(ReplayReason reason) {
    var entry = ExplanationEntry.of(new ExplanationView(name, reason.why()));
    var tree = Json.tree(entry).getAsJsonObject();
    tree.addProperty("atSeconds", reason.atNs() / NS_PER_S);
    return tree;
  }
}
