package dev.muster.cli.sim;

import static dev.muster.model.text.Quantity.formatBytes;
import static dev.muster.model.text.Quantity.formatCount;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.muster.cli.console.Columns;
import dev.muster.sim.replay.ReplayCell;
import dev.muster.sim.replay.ReplayResult;
import dev.muster.sim.replay.WorkflowReplay;
import dev.muster.workload.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * Workflows and what came of them: one in detail, several as a table of makespans over the larger
 * lower bound.
 */
record ReplayView(List<String> policies, List<ReplayRow> rows) {

  private static final double NS_PER_S = 1e9;
  private static final double PERCENT = 100;

  /**
   * @param label what people call the workflow
   */
  record ReplayPoint(String label, Workflow workflow, ReplayCell cell) {

    ReplayRow run(List<String> policies) {
      var results =
          policies.stream().map(policy -> WorkflowReplay.run(workflow, cell, policy)).toList();
      return new ReplayRow(this, results);
    }
  }

  /**
   * @param results one for each policy
   */
  record ReplayRow(ReplayPoint point, List<ReplayResult> results) {

    double boundNs() {
      return point.cell.boundNs(point.workflow);
    }

    /** Nothing to do takes no longer than it must. */
    double overBound(int policy) {
      return boundNs() == 0 ? 1 : results.get(policy).makespanNs() / boundNs();
    }
  }

  List<String> lines() {
    return rows.size() == 1 ? detail(rows.getFirst()) : table();
  }

  private static List<String> detail(ReplayRow row) {
    var workflow = row.point.workflow;
    var cell = row.point.cell;
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s: %s tasks, %s files; %s nodes of %s, %s/s between them"
            .formatted(
                row.point.label,
                formatCount(workflow.tasks().size()),
                formatCount(workflow.files().size()),
                formatCount(cell.nodes()),
                cell.each(),
                formatBytes(cell.bytesPerSecond())));
    lines.add(
        "lower bounds: critical path %s, work over capacity %s"
            .formatted(
                seconds((double) workflow.criticalPathNs()), seconds(cell.workNs(workflow))));
    List<List<String>> cells = new ArrayList<>();
    cells.add(List.of("policy", "makespan", "/ bound", "utilisation", "moved"));
    for (int at = 0; at < row.results.size(); at++) {
      var result = row.results.get(at);
      cells.add(
          List.of(
              result.policy(),
              seconds((double) result.makespanNs()),
              ratio(row.overBound(at)),
              String.format(Locale.ROOT, "%.1f%%", PERCENT * result.utilisation()),
              formatBytes(result.movedBytes())));
    }
    lines.addAll(Columns.ofNumbers(cells));
    return lines;
  }

  private List<String> table() {
    List<List<String>> cells = new ArrayList<>();
    cells.add(row("makespan / bound", "nodes", "bound", policies));
    for (var row : rows) {
      var bound = seconds(row.boundNs());
      var ratios = new ArrayList<String>();
      for (int at = 0; at < policies.size(); at++) {
        ratios.add(ratio(row.overBound(at)));
      }
      cells.add(row(row.point.label, nodes(row), bound, ratios));
    }
    var sizes = new TreeSet<Integer>();
    rows.forEach(row -> sizes.add(row.point.cell.nodes()));
    for (int size : sizes) {
      cells.add(row("mean", formatCount(size), "", means(size)));
    }
    return Columns.ofNumbers(cells);
  }

  private List<String> means(int nodes) {
    var same = rows.stream().filter(row -> row.point.cell.nodes() == nodes).toList();
    List<String> means = new ArrayList<>();
    for (int at = 0; at < policies.size(); at++) {
      int policy = at;
      means.add(ratio(same.stream().mapToDouble(row -> row.overBound(policy)).average().orElse(1)));
    }
    return means;
  }

  private static List<String> row(String first, String second, String third, List<String> rest) {
    List<String> row = new ArrayList<>(List.of(first, second, third));
    row.addAll(rest);
    return row;
  }

  private static String nodes(ReplayRow row) {
    return formatCount(row.point.cell.nodes());
  }

  private static String seconds(double ns) {
    return String.format(Locale.ROOT, "%,.1f s", ns / NS_PER_S);
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.3f", ratio);
  }

  JsonArray json() {
    var all = new JsonArray();
    rows.forEach(row -> all.add(json(row)));
    return all;
  }

  private static JsonObject json(ReplayRow row) {
    var entry = new JsonObject();
    var cell = row.point.cell;
    entry.addProperty("workflow", row.point.label);
    entry.addProperty("tasks", row.point.workflow.tasks().size());
    entry.addProperty("files", row.point.workflow.files().size());
    entry.addProperty("nodes", cell.nodes());
    entry.addProperty("seed", cell.seed());
    entry.addProperty("criticalPathSeconds", row.point.workflow.criticalPathNs() / NS_PER_S);
    entry.addProperty("workSeconds", cell.workNs(row.point.workflow) / NS_PER_S);
    var results = new JsonArray();
    for (int at = 0; at < row.results.size(); at++) {
      var result = row.results.get(at);
      var one = new JsonObject();
      one.addProperty("policy", result.policy());
      one.addProperty("makespanSeconds", result.makespanNs() / NS_PER_S);
      one.addProperty("overBound", row.overBound(at));
      one.addProperty("utilisation", result.utilisation());
      one.addProperty("movedBytes", result.movedBytes());
      results.add(one);
    }
    entry.add("results", results);
    return entry;
  }
}
