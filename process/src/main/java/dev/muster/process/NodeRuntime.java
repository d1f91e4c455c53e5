package dev.muster.process;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent.Measured;
import dev.muster.files.fetch.Localizer;
import dev.muster.host.TaskRuntime;
import dev.muster.model.RunResult;
import dev.muster.model.Tier;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * This computer, for all tasks: those with a command go to one runtime, functions to another. What
 * is said of a run is said to both, and nothing happens where it is not.
 *
 * <p>Only processes are kept when the process of the node dies; executors end with it, so nothing
 * of their calls is left to adopt.
 */
public final class NodeRuntime implements TaskRuntime {
  private final TaskRuntime processes;
  private final TaskRuntime functions;
  private final boolean sharesHome;

  /**
   * Calls until they are forgotten, so that the journal, which has nothing of them, is not woken.
   * Their number is limited by what a node may have under way and owe.
   */
  private final Set<Long> calls = ConcurrentHashMap.newKeySet();

  private NodeRuntime(TaskRuntime processes, TaskRuntime functions, boolean sharesHome) {
    this.processes = processes;
    this.functions = functions;
    this.sharesHome = sharesHome;
  }

  /**
   * @param localizer brings files from other computers; closed with the runtime
   * @throws IllegalArgumentException if tasks cannot run as the user of these options
   */
  public static NodeRuntime of(String node, Path home, RunOptions options, Localizer localizer) {
    return of(
        new ProcessRuntime(node, home, options, localizer),
        new FunctionRuntime(node, home, localizer),
        options.user(),
        localizer.sharesHome());
  }

  /**
   * With functions only where tasks have our own rights.
   *
   * @param sharesHome whether outputs lie where others find them without the node
   */
  public static NodeRuntime of(
      TaskRuntime processes, TaskRuntime functions, String user, boolean sharesHome) {
    return new NodeRuntime(
        processes, user.isEmpty() ? functions : new NoFunctions(user), sharesHome);
  }

  @Override
  public void launch(Launch launch, Consumer<RunResult> ended) {
    if (launch.work().spec().program().function().isEmpty()) {
      processes.launch(launch, placed(ended));
    } else {
      calls.add(launch.run());
      functions.launch(launch, placed(ended));
    }
  }

  /** Adds to each result whether its output outlives the node. */
  private Consumer<RunResult> placed(Consumer<RunResult> ended) {
    return sharesHome ? result -> ended.accept(result.withSharedOutput()) : ended;
  }

  @Override
  public void kill(long run, boolean force) {
    processes.kill(run, force);
    functions.kill(run, force);
  }

  @Override
  public void pace(long run, Pace pace) {
    processes.pace(run, pace);
    functions.pace(run, pace);
  }

  @Override
  public void forget(long run) {
    (calls.remove(run) ? functions : processes).forget(run);
  }

  @Override
  public void fetch(Work work, Tier tier) {
    processes.fetch(work, tier);
  }

  /** Of processes alone: many calls share an executor, which knows nothing of one of them. */
  @Override
  public void measure(Consumer<List<Measured>> answer) {
    processes.measure(answer);
  }

  @Override
  public String problem() {
    return processes.problem();
  }

  @Override
  public long shortMemoryBytes() {
    return processes.shortMemoryBytes();
  }

  @Override
  public List<Long> cachedFiles() {
    return processes.cachedFiles();
  }

  @Override
  public List<RecoveredRun> recovered() {
    return processes.recovered();
  }

  @Override
  public void adopt(long run, Consumer<RunResult> ended) {
    processes.adopt(run, placed(ended));
  }

  @Override
  public void close() {
    functions.close();
    processes.close();
  }

  /** Where tasks run as another user: executors would have our rights, so there are none. */
  record NoFunctions(String user) implements TaskRuntime {
    @Override
    public void launch(Launch launch, Consumer<RunResult> ended) {
      ended.accept(
          RunResult.unstartable(
              "functions cannot run as user "
                  + user
                  + ": run the cell without --run-as, or give the"
                  + " stage a command"));
    }

    @Override
    public void kill(long run, boolean force) {}

    @Override
    public void close() {}
  }
}
