package dev.muster.model;

import java.util.Arrays;
import java.util.List;

/**
 * One stage of a job: a number of like tasks that run the same command or call the same function.
 *
 * @param tasks how many tasks; equals the number of items where there are any
 * @param items one value per task, or empty
 * @param resources what one task needs
 * @param after the edges: which tasks of other stages must have succeeded before a task starts
 * @param where which nodes the tasks may run on
 * @param gang whether all tasks start together or none does, and start again so
 */
public record StageSpec(
    String name,
    int tasks,
    List<String> items,
    Program program,
    TaskFiles files,
    Resources resources,
    TaskLimits limits,
    List<Edge> after,
    Where where,
    Gang gang) {

  public StageSpec {
    items = List.copyOf(items);
    after = List.copyOf(after);
  }

  /** A stage of commands; the rest by the {@code with…} methods. */
  public static StageSpec of(String name, int tasks, Resources resources, List<String> command) {
    return of(name, tasks, List.of(), Program.of(command), TaskFiles.NONE, resources);
  }

  /** A stage of functions. */
  public static StageSpec ofFunction(
      String name, List<String> items, Resources resources, String function, List<String> files) {
    int tasks = Math.max(1, items.size());
    var program = Program.ofFunction(function);
    return of(name, tasks, items, program, TaskFiles.of(files), resources);
  }

  private static StageSpec of(
      String name,
      int tasks,
      List<String> items,
      Program program,
      TaskFiles files,
      Resources need) {
    var none = TaskLimits.NONE;
    var anywhere = Where.ANYWHERE;
    return new StageSpec(
        name, tasks, items, program, files, need, none, List.of(), anywhere, Gang.NO);
  }

  /** All-to-all. */
  public StageSpec withAfter(String... stages) {
    return withEdges(Arrays.stream(stages).map(Edge::allToAll).toList());
  }

  public StageSpec withEdges(List<Edge> edges) {
    return new StageSpec(name, tasks, items, program, files, resources, limits, edges, where, gang);
  }

  public StageSpec withTasks(int count) {
    return new StageSpec(name, count, items, program, files, resources, limits, after, where, gang);
  }

  public StageSpec withItems(List<String> each) {
    return new StageSpec(name, tasks, each, program, files, resources, limits, after, where, gang);
  }

  public StageSpec with(Program other) {
    return new StageSpec(name, tasks, items, other, files, resources, limits, after, where, gang);
  }

  public StageSpec with(TaskFiles other) {
    return new StageSpec(name, tasks, items, program, other, resources, limits, after, where, gang);
  }

  public StageSpec withResources(Resources need) {
    return new StageSpec(name, tasks, items, program, files, need, limits, after, where, gang);
  }

  public StageSpec with(TaskLimits other) {
    return new StageSpec(name, tasks, items, program, files, resources, other, after, where, gang);
  }

  public StageSpec withWhere(Where nodes) {
    return new StageSpec(name, tasks, items, program, files, resources, limits, after, nodes, gang);
  }

  /** One that replaces tasks. */
  public StageSpec asGang() {
    return with(Gang.REPLACE);
  }

  public StageSpec with(Gang other) {
    return new StageSpec(
        name, tasks, items, program, files, resources, limits, after, where, other);
  }

  public boolean isGang() {
    return gang != Gang.NO;
  }

  public StageSpec withRetries(int count) {
    return with(new TaskLimits(limits.estimateNs(), limits.timeoutNs(), count));
  }

  public StageSpec withTimeout(long limitNs) {
    return with(new TaskLimits(limits.estimateNs(), limitNs, limits.retries()));
  }

  public StageSpec withEstimate(long expectedNs) {
    return with(new TaskLimits(expectedNs, limits.timeoutNs(), limits.retries()));
  }

  public StageSpec withFiles(String... names) {
    return with(new TaskFiles(List.of(names), files.contents()));
  }

  public StageSpec withContents(List<FileRef> found) {
    return with(new TaskFiles(files.names(), found));
  }

  /** Without the items and preferences of all tasks, which may be a million. */
  public StageSpec forOneTask() {
    return items.isEmpty() && !where.hasPreferences()
        ? this
        : withItems(List.of()).withWhere(where.withoutPreferences());
  }

  /**
   * The limits of the attempts of a task.
   *
   * @param estimateNs how long an attempt is expected to take; 0 where unknown
   * @param timeoutNs how long an attempt may take; 0 for no limit
   * @param retries how many failed attempts are followed by another
   */
  public record TaskLimits(long estimateNs, long timeoutNs, int retries) {

    public static final TaskLimits NONE = new TaskLimits(0, 0, 0);
  }
}
