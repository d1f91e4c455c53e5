package dev.muster.workload.workflow;

import static dev.muster.model.text.Quantity.formatBytes;
import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.model.Resources;
import dev.muster.model.rule.JobRules;
import dev.muster.workload.workflow.Workflow.DataFile;
import dev.muster.workload.workflow.Workflow.WorkflowTask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Resolves what the tasks of a document name, and brings them into an order in which each is after
 * all that it waits for. A task waits for its parents, and for whoever makes a file that it reads.
 */
final class WorkflowBuilder {

  /** A job has a stage for each. */
  static final int MAX_TASKS = JobRules.MAX_STAGES;

  /** Of all files: every task may move all of them and the sum is still a number. */
  static final long MAX_TOTAL_BYTES = 1L << 46;

  private static final long NS_PER_S = 1_000_000_000;

  /** Of all tasks: one after the other, their end is still a time. */
  static final long MAX_TOTAL_NS = NS_PER_S * NS_PER_S;

  /**
   * As the document has a task.
   *
   * @param at the field with the name of the task
   */
  record NamedTask(
      JsonField at,
      long runNs,
      Resources resources,
      List<JsonField> parents,
      List<JsonField> children,
      List<JsonField> inputs,
      List<JsonField> outputs) {}

  private final List<NamedTask> tasks = new ArrayList<>();
  private final Map<String, Integer> taskIndexes = new LinkedHashMap<>();
  private final List<DataFile> files = new ArrayList<>();
  private final Map<String, Integer> fileIndexes = new LinkedHashMap<>();
  private final List<TreeSet<Integer>> parents = new ArrayList<>();
  private long totalNs;
  private long totalBytes;

  void add(JsonField name, long bytes) throws UnreadableWorkflow {
    if (fileIndexes.putIfAbsent(name.text(), files.size()) != null) {
      throw name.problem("names a file twice: `" + name.text() + "`");
    }
    files.add(new DataFile(name.text(), bytes, Workflow.OUTSIDE));
    totalBytes += bytes;
    if (totalBytes > MAX_TOTAL_BYTES) {
      throw name.problem("brings all files above " + formatBytes(MAX_TOTAL_BYTES));
    }
  }

  boolean hasFile(String name) {
    return fileIndexes.containsKey(name);
  }

  void add(NamedTask task) throws UnreadableWorkflow {
    if (tasks.size() == MAX_TASKS) {
      throw task.at.problem("is the first of more than " + formatCount(MAX_TASKS) + " tasks");
    }
    if (taskIndexes.putIfAbsent(task.at.text(), tasks.size()) != null) {
      throw task.at.problem("names a task twice: `" + task.at.text() + "`");
    }
    tasks.add(task);
    parents.add(new TreeSet<>());
    totalNs += task.runNs;
    if (totalNs > MAX_TOTAL_NS) {
      throw task.at.problem(
          "brings all run times above " + formatCount(MAX_TOTAL_NS / NS_PER_S) + " s");
    }
  }

  Workflow build(String name, JsonField root) throws UnreadableWorkflow {
    if (tasks.isEmpty()) {
      throw root.problem("has no tasks");
    }
    for (int index = 0; index < tasks.size(); index++) {
      makes(index);
    }
    for (int index = 0; index < tasks.size(); index++) {
      waits(index);
    }
    int[] order = order(root);
    int[] rank = new int[order.length];
    for (int at = 0; at < order.length; at++) {
      rank[order[at]] = at;
    }
    List<WorkflowTask> sorted = new ArrayList<>();
    for (int index : order) {
      sorted.add(task(index, rank));
    }
    var made = files.stream().map(file -> withMaker(file, rank)).toList();
    return new Workflow(name, sorted, made);
  }

  private static DataFile withMaker(DataFile file, int[] rank) {
    int maker = file.maker() == Workflow.OUTSIDE ? Workflow.OUTSIDE : rank[file.maker()];
    return new DataFile(file.id(), file.bytes(), maker);
  }

  private WorkflowTask task(int index, int[] rank) throws UnreadableWorkflow {
    var task = tasks.get(index);
    return new WorkflowTask(
        task.at.text(),
        task.runNs,
        task.resources,
        parents.get(index).stream().map(parent -> rank[parent]).sorted().toList(),
        indexes(task.inputs),
        indexes(task.outputs));
  }

  private List<Integer> indexes(List<JsonField> names) throws UnreadableWorkflow {
    var indexes = new TreeSet<Integer>();
    for (var name : names) {
      indexes.add(index(name, fileIndexes, "file"));
    }
    return List.copyOf(indexes);
  }

  private static int index(JsonField name, Map<String, Integer> indexes, String kind)
      throws UnreadableWorkflow {
    var index = indexes.get(name.text());
    if (index == null) {
      throw name.problem("names a " + kind + " that there is not: `" + name.text() + "`");
    }
    return index;
  }

  private void makes(int maker) throws UnreadableWorkflow {
    for (var name : tasks.get(maker).outputs) {
      int index = index(name, fileIndexes, "file");
      var file = files.get(index);
      if (file.maker() != Workflow.OUTSIDE && file.maker() != maker) {
        var other = tasks.get(file.maker()).at.text();
        throw name.problem("names a file that `%s` makes, too: `%s`".formatted(other, file.id()));
      }
      files.set(index, new DataFile(file.id(), file.bytes(), maker));
    }
  }

  private void waits(int index) throws UnreadableWorkflow {
    var task = tasks.get(index);
    for (var parent : task.parents) {
      parents.get(index).add(index(parent, taskIndexes, "task"));
    }
    for (var child : task.children) {
      parents.get(index(child, taskIndexes, "task")).add(index);
    }
    for (int file : indexes(task.inputs)) {
      int maker = files.get(file).maker();
      if (maker != Workflow.OUTSIDE && maker != index) {
        parents.get(index).add(maker);
      }
    }
  }

  /** As in the document wherever nobody waits for a later one. */
  private int[] order(JsonField root) throws UnreadableWorkflow {
    int[] order = new int[tasks.size()];
    int[] awaited = new int[tasks.size()];
    List<List<Integer>> children = new ArrayList<>();
    tasks.forEach(_ -> children.add(new ArrayList<>()));
    var ready = new TreeSet<Integer>();
    for (int index = 0; index < order.length; index++) {
      awaited[index] = parents.get(index).size();
      for (int parent : parents.get(index)) {
        children.get(parent).add(index);
      }
      if (awaited[index] == 0) {
        ready.add(index);
      }
    }
    for (int at = 0; at < order.length; at++) {
      if (ready.isEmpty()) {
        throw root.problem("has tasks that wait for each other: " + cycle(awaited));
      }
      order[at] = ready.removeFirst();
      for (int child : children.get(order[at])) {
        if (--awaited[child] == 0) {
          ready.add(child);
        }
      }
    }
    return order;
  }

  /** Whoever is left waits for one that is left: going back long enough leads into the cycle. */
  private String cycle(int[] awaited) throws UnreadableWorkflow {
    int at = 0;
    while (awaited[at] == 0) {
      at++;
    }
    boolean[] seen = new boolean[awaited.length];
    while (!seen[at]) {
      seen[at] = true;
      at = parents.get(at).stream().filter(parent -> awaited[parent] > 0).findFirst().orElse(at);
    }
    return "`" + tasks.get(at).at.text() + "` is one of them";
  }
}
