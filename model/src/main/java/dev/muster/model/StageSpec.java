package dev.muster.model;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One stage of a job: a number of like tasks that run the same command or call the same function.
 *
 * @param tasks how many tasks; equals the number of items where there are any
 * @param items one value per task, or empty
 * @param command the program and its arguments; empty where there is a function
 * @param function the class of a function that runs in a warm executor instead of a command; empty
 *     for a process. With a prefix, as in {@code python:mail.send}, one of another's executor
 * @param after which tasks of other stages must have succeeded before those of this one start
 * @param estimateNs how long one task is expected to take; 0 where nobody said
 * @param timeoutNs how long one attempt may take; 0 for no limit
 * @param retries how often a task that failed by itself is tried again
 * @param directory where the command runs; empty for a private, fresh directory per attempt
 * @param files what is put into the private directory, relative to the job's home
 * @param contents the same by what it holds, for machines that do not see the job's home; empty
 *     where files are linked in place
 * @param where which nodes its tasks may run on
 * @param gang whether its tasks start all together or not at all
 */
public record StageSpec(
    String name,
    int tasks,
    List<String> items,
    List<String> command,
    String function,
    Map<String, String> env,
    Resources resources,
    long estimateNs,
    long timeoutNs,
    int retries,
    List<Edge> after,
    String directory,
    List<String> files,
    List<FileRef> contents,
    Where where,
    boolean gang) {

  public StageSpec {
    items = List.copyOf(items);
    command = List.copyOf(command);
    env = Collections.unmodifiableMap(new TreeMap<>(env));
    after = List.copyOf(after);
    files = List.copyOf(files);
    contents = List.copyOf(contents);
  }

  /** No gang. */
  public StageSpec(
      String name,
      int tasks,
      List<String> items,
      List<String> command,
      String function,
      Map<String, String> env,
      Resources resources,
      long estimateNs,
      long timeoutNs,
      int retries,
      List<Edge> after,
      String directory,
      List<String> files,
      List<FileRef> contents,
      Where where) {
    this(
        name,
        tasks,
        items,
        command,
        function,
        env,
        resources,
        estimateNs,
        timeoutNs,
        retries,
        after,
        directory,
        files,
        contents,
        where,
        false);
  }

  /** The least a stage needs; the rest by the {@code with…} methods. */
  public static StageSpec of(String name, int tasks, Resources resources, List<String> command) {
    return new StageSpec(
        name,
        tasks,
        List.of(),
        command,
        "",
        Collections.emptyMap(),
        resources,
        0,
        0,
        0,
        List.of(),
        "",
        List.of(),
        List.of(),
        Where.ANYWHERE,
        false);
  }

  /** The least that a stage of calls needs. */
  public static StageSpec ofFunction(
      String name, List<String> items, Resources resources, String function, List<String> files) {
    return new StageSpec(
        name,
        Math.max(1, items.size()),
        items,
        List.of(),
        function,
        Collections.emptyMap(),
        resources,
        0,
        0,
        0,
        List.of(),
        "",
        files,
        List.of(),
        Where.ANYWHERE,
        false);
  }

  /** All-to-all. */
  public StageSpec withAfter(String... stages) {
    return withEdges(Arrays.stream(stages).map(Edge::allToAll).toList());
  }

  public StageSpec withEdges(List<Edge> edges) {
    return new StageSpec(
        name,
        tasks,
        items,
        command,
        function,
        env,
        resources,
        estimateNs,
        timeoutNs,
        retries,
        edges,
        directory,
        files,
        contents,
        where,
        gang);
  }

  public StageSpec withRetries(int count) {
    return new StageSpec(
        name,
        tasks,
        items,
        command,
        function,
        env,
        resources,
        estimateNs,
        timeoutNs,
        count,
        after,
        directory,
        files,
        contents,
        where,
        gang);
  }

  public StageSpec withTimeout(long limitNs) {
    return new StageSpec(
        name,
        tasks,
        items,
        command,
        function,
        env,
        resources,
        estimateNs,
        limitNs,
        retries,
        after,
        directory,
        files,
        contents,
        where,
        gang);
  }

  public StageSpec withEstimate(long expectedNs) {
    return new StageSpec(
        name,
        tasks,
        items,
        command,
        function,
        env,
        resources,
        expectedNs,
        timeoutNs,
        retries,
        after,
        directory,
        files,
        contents,
        where,
        gang);
  }

  /** The same for one task that has its item and its place: others may be a million. */
  public StageSpec forOneTask() {
    if (items.isEmpty() && !where.hasPreferences()) {
      return this;
    }
    return new StageSpec(
        name,
        tasks,
        List.of(),
        command,
        function,
        env,
        resources,
        estimateNs,
        timeoutNs,
        retries,
        after,
        directory,
        files,
        contents,
        where.withoutPreferences(),
        gang);
  }

  public StageSpec withFiles(String... names) {
    return new StageSpec(
        name,
        tasks,
        items,
        command,
        function,
        env,
        resources,
        estimateNs,
        timeoutNs,
        retries,
        after,
        directory,
        List.of(names),
        contents,
        where,
        gang);
  }

  public StageSpec withContents(List<FileRef> found) {
    return new StageSpec(
        name,
        tasks,
        items,
        command,
        function,
        env,
        resources,
        estimateNs,
        timeoutNs,
        retries,
        after,
        directory,
        files,
        found,
        where,
        gang);
  }

  public StageSpec withWhere(Where nodes) {
    return new StageSpec(
        name,
        tasks,
        items,
        command,
        function,
        env,
        resources,
        estimateNs,
        timeoutNs,
        retries,
        after,
        directory,
        files,
        contents,
        nodes,
        gang);
  }

  public StageSpec asGang() {
    return new StageSpec(
        name,
        tasks,
        items,
        command,
        function,
        env,
        resources,
        estimateNs,
        timeoutNs,
        retries,
        after,
        directory,
        files,
        contents,
        where,
        true);
  }
}
