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
 * @param inputs data outside the job that the tasks read
 * @param tier the weakest that the tasks accept
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
    Gang gang,
    List<ExternalInput> inputs,
    WeakestTier tier) {

  public StageSpec {
    items = List.copyOf(items);
    after = List.copyOf(after);
    inputs = List.copyOf(inputs);
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
    var any = WeakestTier.ANY;
    return new StageSpec(
        name, tasks, items, program, files, need, none, List.of(), anywhere, Gang.NO, List.of(),
        any);
  }

  /** All-to-all. */
  public StageSpec withAfter(String... stages) {
    return withEdges(Arrays.stream(stages).map(Edge::allToAll).toList());
  }

  public StageSpec withEdges(List<Edge> edges) {
    return new StageSpec(
        name, tasks, items, program, files, resources, limits, edges, where, gang, inputs, tier);
  }

  public StageSpec withTasks(int count) {
    return new StageSpec(
        name, count, items, program, files, resources, limits, after, where, gang, inputs, tier);
  }

  public StageSpec withItems(List<String> each) {
    return new StageSpec(
        name, tasks, each, program, files, resources, limits, after, where, gang, inputs, tier);
  }

  public StageSpec with(Program other) {
    return new StageSpec(
        name, tasks, items, other, files, resources, limits, after, where, gang, inputs, tier);
  }

  public StageSpec with(TaskFiles other) {
    return new StageSpec(
        name, tasks, items, program, other, resources, limits, after, where, gang, inputs, tier);
  }

  public StageSpec withResources(Resources need) {
    return new StageSpec(
        name, tasks, items, program, files, need, limits, after, where, gang, inputs, tier);
  }

  public StageSpec with(TaskLimits other) {
    return new StageSpec(
        name, tasks, items, program, files, resources, other, after, where, gang, inputs, tier);
  }

  public StageSpec withWhere(Where nodes) {
    return new StageSpec(
        name, tasks, items, program, files, resources, limits, after, nodes, gang, inputs, tier);
  }

  /** One that replaces tasks. */
  public StageSpec asGang() {
    return with(Gang.REPLACE);
  }

  public StageSpec with(Gang other) {
    return new StageSpec(
        name, tasks, items, program, files, resources, limits, after, where, other, inputs, tier);
  }

  public StageSpec withInputs(ExternalInput... from) {
    return withInputs(List.of(from));
  }

  public StageSpec withInputs(List<ExternalInput> from) {
    return new StageSpec(
        name, tasks, items, program, files, resources, limits, after, where, gang, from, tier);
  }

  public StageSpec withTier(WeakestTier accepted) {
    return new StageSpec(
        name, tasks, items, program, files, resources, limits, after, where, gang, inputs,
        accepted);
  }

  public boolean isGang() {
    return gang != Gang.NO;
  }

  public StageSpec withRetries(int count) {
    return with(limits.withRetries(count));
  }

  public StageSpec withTimeout(long limitNs) {
    return with(limits.withTimeout(limitNs));
  }

  public StageSpec withEstimate(long expectedNs) {
    return with(limits.withEstimate(expectedNs));
  }

  /** Tasks that need more memory than they have may get so much. */
  public StageSpec withMaxMemory(long bytes) {
    return with(limits.withMaxMemory(bytes));
  }

  public StageSpec withFiles(String... names) {
    return with(new TaskFiles(List.of(names), files.contents()));
  }

  public StageSpec withContents(List<FileRef> found) {
    return with(new TaskFiles(files.names(), found));
  }

  /** Without the items, preferences and inputs of all tasks, which may be a million. */
  public StageSpec forOneTask() {
    return items.isEmpty() && !where.hasPreferences() && inputs.isEmpty()
        ? this
        : withItems(List.of()).withWhere(where.withoutPreferences()).withInputs();
  }

  /**
   * The limits of the attempts of a task.
   *
   * @param estimateNs how long an attempt is expected to take; 0 where unknown
   * @param timeoutNs how long an attempt may take; 0 for no limit
   * @param retries how many failed attempts are followed by another
   * @param maxMemoryBytes how much memory an attempt may get after others had too little; 0 for
   *     what the task asked for
   */
  public record TaskLimits(long estimateNs, long timeoutNs, int retries, long maxMemoryBytes) {

    public static final TaskLimits NONE = new TaskLimits(0, 0, 0, 0);

    TaskLimits withRetries(int count) {
      return new TaskLimits(estimateNs, timeoutNs, count, maxMemoryBytes);
    }

    TaskLimits withTimeout(long limitNs) {
      return new TaskLimits(estimateNs, limitNs, retries, maxMemoryBytes);
    }

    TaskLimits withEstimate(long expectedNs) {
      return new TaskLimits(expectedNs, timeoutNs, retries, maxMemoryBytes);
    }

    TaskLimits withMaxMemory(long bytes) {
      return new TaskLimits(estimateNs, timeoutNs, retries, bytes);
    }
  }
}
