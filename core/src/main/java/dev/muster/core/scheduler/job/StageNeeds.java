package dev.muster.core.scheduler.job;

import static dev.muster.model.text.Quantity.formatBytes;

import dev.muster.core.scheduler.budget.Tokens;
import dev.muster.core.scheduler.estimate.StageEstimates;
import dev.muster.core.scheduler.estimate.StageMemory;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.task.StageNodes;
import dev.muster.core.scheduler.task.TaskTable;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks of one stage need: of a node, and of the tokens of their job. It changes where
 * their job lets them have more memory than they ask for, and they prove to need it.
 */
final class StageNeeds {

  private final Tokens tokens;
  private final StageNodes nodes;

  /** Only where the job lets tasks have more than they ask for. */
  private final @Nullable StageMemory memory;

  private StageSpec spec;

  /** What is sent with each task: without the items and preferences of the others. */
  private StageSpec taskSpec;

  private Demand demand;
  private int tokensEach;

  /**
   * @param tellsApart whether the placer of the stage can tell its tasks apart before they start
   */
  StageNeeds(StageSpec spec, Demand demand, Tokens tokens, StageNodes nodes, boolean tellsApart) {
    this.tokens = tokens;
    this.nodes = nodes;
    this.spec = spec;
    this.taskSpec = spec.forOneTask();
    this.demand = demand;
    this.tokensEach = tokens.each(spec, spec.resources());
    long askedBytes = spec.resources().memoryBytes();
    long maxBytes = spec.limits().maxMemoryBytes();
    this.memory =
        maxBytes > askedBytes && !spec.isGang()
            ? new StageMemory(askedBytes, maxBytes, tellsApart)
            : null;
  }

  StageSpec spec() {
    return spec;
  }

  /** The stage has so many tasks. */
  void resize(int size) {
    spec = spec.withTasks(size);
    taskSpec = spec.forOneTask();
  }

  /** What is sent with an attempt. */
  StageSpec sent(Attempt attempt) {
    boolean isUsual = attempt.memoryBytes() == taskSpec.resources().memoryBytes();
    return isUsual
        ? taskSpec
        : taskSpec.withResources(taskSpec.resources().withMemory(attempt.memoryBytes()));
  }

  // Of nodes.

  /** What nodes need to know to queue any task of the stage. */
  Demand demand() {
    return demand;
  }

  /** The same for the next attempt of a task. */
  Demand demand(int task) {
    return withMemory(memoryBytes(task));
  }

  /** The same for an attempt, with the memory that it was started with. */
  Demand demand(Attempt attempt) {
    return withMemory(attempt.memoryBytes());
  }

  private Demand withMemory(long bytes) {
    return bytes == demand.resources().memoryBytes()
        ? demand
        : demand.with(demand.resources().withMemory(bytes));
  }

  /** What it takes to start anything: any of these tasks that waits, or all of a gang. */
  Resources least(TaskTable tasks) {
    if (spec.isGang()) {
      return demand.resources().times(Math.max(1, tasks.waiting()));
    }
    return memory == null
        ? demand.resources()
        : demand.resources().withMemory(memory.most(tasks::isWaiting));
  }

  // Of tokens.

  /** How many tokens so many tasks take. */
  int tokensOf(int count) {
    return count * tokensEach;
  }

  /** How many tasks so many tokens will do for; below zero for less than no tokens. */
  int tasksOf(int count) {
    return tokensEach == 1 ? count : Math.floorDiv(count, tokensEach);
  }

  /** How many tokens the next attempt of a task takes. */
  int tokensFor(int task) {
    return memory == null
        ? tokensEach
        : tokens.each(spec, spec.resources().withMemory(memoryBytes(task)));
  }

  // Memory.

  /** How much memory the next attempt of a task gets. */
  long memoryBytes(int task) {
    return memory == null ? demand.resources().memoryBytes() : memory.of(task);
  }

  /** An attempt ran out of memory; whether the next one gets more. */
  boolean raiseMemory(Attempt attempt) {
    return memory != null
        && memory.raise(attempt.task(), attempt.memoryBytes(), nodes.mostMemory());
  }

  /** Where nodes have left, tasks get no more than those that are left have. */
  void fitMemory() {
    if (memory != null && memory.givesMore() && nodes.haveChanged()) {
      memory.fit(nodes.mostMemory());
    }
  }

  /** One more task has succeeded, with as much as it got. */
  void learnMemory(StageEstimates estimates) {
    if (memory != null) {
      memory.learn(estimates.memoryBytes());
    }
  }

  /** All later tasks get as much as one of them at the least; whether that was another amount. */
  boolean levelMemory() {
    if (memory == null || memory.ofAll() == spec.resources().memoryBytes()) {
      return false;
    }
    spec = spec.withResources(spec.resources().withMemory(memory.ofAll()));
    taskSpec = spec.forOneTask();
    demand = demand.with(spec.resources());
    tokensEach = tokens.each(spec, spec.resources());
    nodes.need(spec.resources());
    return true;
  }

  /** How often a task got more memory. */
  int raised() {
    return memory == null ? 0 : memory.raised();
  }

  /** Why a task gets more memory than its job asked for; empty where it does not. */
  String memoryReason(int task) {
    if (memory == null || memory.of(task) <= memory.askedBytes()) {
      return "";
    }
    var asked = formatBytes(memory.askedBytes());
    return "gets " + formatBytes(memory.of(task)) + ": " + asked + " were too little";
  }
}
