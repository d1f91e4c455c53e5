package dev.muster.host.run;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Work;
import dev.muster.host.Machine;
import dev.muster.host.file.Supplies;
import dev.muster.model.RunResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * This computer, for all tasks: those with a command go to one machine, functions to another. What
 * is said of a run is said to both, and nothing happens where it is not.
 *
 * <p>Only processes are kept when the process of the node dies; executors end with it, so nothing
 * of their calls is left to adopt.
 */
public final class TaskMachine implements Machine {

  private final Machine processes;
  private final Machine functions;

  /**
   * Calls until they are forgotten, so that the journal, which has nothing of them, is not woken.
   * Their number is limited by what a node may have under way and owe.
   */
  private final Set<Long> calls = ConcurrentHashMap.newKeySet();

  public TaskMachine(Machine processes, Machine functions) {
    this.processes = processes;
    this.functions = functions;
  }

  /**
   * @param node what tasks find in {@code MUSTER_NODE}
   * @param home where the directories of jobs lie
   */
  public static TaskMachine of(String node, Path home) {
    return of(node, home, Terms.STANDARD, Supplies.IN_PLACE);
  }

  /**
   * @param supplies brings files from other computers; closed with the machine
   * @throws IllegalArgumentException if tasks cannot run as the user of these terms
   */
  public static TaskMachine of(String node, Path home, Terms terms, Supplies supplies) {
    return new TaskMachine(
        new ProcessMachine(node, home, terms, supplies),
        terms.user().isEmpty()
            ? new FunctionMachine(node, home, supplies)
            : new NoFunctions(terms.user()));
  }

  @Override
  public void launch(Launch launch, Consumer<RunResult> ended) {
    if (launch.work().spec().program().function().isEmpty()) {
      processes.launch(launch, ended);
    } else {
      calls.add(launch.run());
      functions.launch(launch, ended);
    }
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
  public void fetch(Work work) {
    processes.fetch(work);
  }

  @Override
  public List<Kept> kept() {
    return processes.kept();
  }

  @Override
  public void adopt(long run, Consumer<RunResult> ended) {
    processes.adopt(run, ended);
  }

  @Override
  public void close() {
    functions.close();
    processes.close();
  }
}
