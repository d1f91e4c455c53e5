package dev.muster.core.scheduler.place;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Work;
import dev.muster.core.actor.flat.IntList;
import dev.muster.model.Demand;
import dev.muster.model.Explanation;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one stage, as its placer sees them: which wait, how many may start, and the only
 * ways to start one.
 */
public interface StageTasks {

  /** Every node will do. */
  IntPredicate NONE_BARRED = _ -> false;

  /** The number of the job. */
  long job();

  JobSpec jobSpec();

  StageSpec spec();

  /** The policy that places its tasks; never {@code auto}. */
  String policy();

  /** What nodes need to know to queue its tasks. */
  Demand demand();

  /** Those that have no attempt and whose inputs are there. */
  int waiting();

  int running();

  /** Whether the stage has a {@link #stagePlacer}. */
  boolean isOpen();

  /** Whether tasks may start at all: the stage has its inputs, and its job goes on. */
  boolean mayStart();

  boolean isWaiting(int task);

  /**
   * How many tasks could start now, were there resources for them: those that wait, as far as the
   * tokens of the job allow; of a gang all or none.
   *
   * @param beyond how many tasks of the job may run beyond its tokens, those that do among them
   */
  int wanted(int beyond);

  /** The same for a job that keeps to its tokens. */
  default int wanted() {
    return wanted(0);
  }

  /** How many tokens the job has left; below zero where it runs beyond them. */
  int tokensLeft();

  /** How many tasks of the stage these would do for; below zero where it runs beyond them. */
  int tasksLeft();

  /** How many tasks of the stage may start by the share of its queue, whatever their policy. */
  int shareLeft();

  /** Why no task of the stage may start now, for users. */
  String lack();

  /** How many tasks of the whole job run. */
  int runningOfJob();

  /** Whether tasks may start without tokens where the cell has idle resources. */
  boolean isElastic();

  /** How long its tasks take, by the best that is known and on average; 0 where nothing is. */
  long meanTaskNs();

  /**
   * How long it takes from the start of the stage to the end of the job, by present estimates and
   * were there resources for everything: the stage with the highest goes first.
   */
  long priorityNs();

  /** What the task reads and where that lies, as far as is known. */
  TaskInputs inputs(int task);

  /** How long the task is expected to take without reading its inputs; 0 where nothing is known. */
  long computeNs(int task);

  /** As {@link #demand()}, with the memory that the task has by now and its estimate. */
  Demand demand(int task);

  /** As {@link #demand()}, with the memory that the attempt was started with. */
  Demand demand(Attempt attempt);

  /** How many tokens a guaranteed attempt of the task takes. */
  int tokensFor(int task);

  /** Whether tasks may run without tokens, as opportunistic ones. */
  boolean isOpportunisticAllowed();

  /** How much weight further opportunistic attempts of the job may have. */
  double opportunisticAllowance();

  /** How many more opportunistic attempts the quota of the job's queue allows. */
  int opportunisticLeft();

  /** How many tasks of the whole job have succeeded, as a part of all its tasks. */
  double progressOfJob();

  /**
   * Starts an attempt of this task; null where the task may not start or the table is full.
   *
   * @param as {@link AttemptState#CLAIMING} or {@link AttemptState#PLACED}
   * @param beyond as with {@link #wanted(int)}
   */
  @Nullable Attempt start(long nowNs, int task, int node, AttemptState as, int beyond);

  /** The same of whichever task is next that may be tried on the node, or is next at all. */
  @Nullable Attempt startNext(long nowNs, int node, AttemptState as, int beyond);

  /**
   * The same for placers that choose the tier: a guaranteed attempt takes {@link #tokensFor}
   * tokens, an opportunistic one with a weight of 1 must be within the {@link
   * #opportunisticAllowance} and the quota; null where it has neither.
   */
  @Nullable Attempt start(long nowNs, int task, int node, Tier tier);

  /**
   * Starts a guaranteed attempt of this task in a container that the cell state has: under its
   * number, which is used up then. Null where the task may not start.
   *
   * @param claim a {@link HeldTable#newId}
   */
  @Nullable Attempt start(long nowNs, int task, int node, long claim);

  /**
   * Starts one more attempt of a task that runs. A guaranteed one takes tokens; where those cover
   * the task already, the job may not have them left: of two attempts one is soon over.
   */
  @Nullable Attempt startTwin(long nowNs, int task, int node, Tier tier);

  /** Gives an opportunistic attempt another weight, before the attempt is sent to its node. */
  void weigh(Attempt attempt, double drawWeight);

  /**
   * Takes the tokens for an opportunistic attempt and asks its node, until it answers, to take the
   * attempt for guaranteed; {@link Placer#declined} where the node declines.
   *
   * @return false where there are no tokens for it
   */
  boolean promote(Attempt attempt, Effects out);

  /** Names this task for a reservation; null where the task may not start. */
  @Nullable Attempt bind(long nowNs, Reservation reservation, int task);

  /** The same with whichever task is next that may be tried on its node. */
  @Nullable Attempt bindNext(long nowNs, Reservation reservation);

  /** Nobody wants the result of the attempt any more: its node is told, until it has ended. */
  void end(long nowNs, Attempt attempt, Effects out);

  /** The attempt never began: as if it had not been started. */
  void cancel(Attempt attempt);

  /**
   * Takes the next waiting task out of the order of waiting tasks, which there must be: the task is
   * then started or {@link #putBack put back}.
   */
  int nextWaiting();

  /** A task that was taken out is the next one again. */
  void putBack(int task);

  /**
   * Whether this task is not to be tried on a node: the node is avoided, or the task failed there,
   * and another node will do; or the node has shed the task and not reported its load since.
   */
  boolean isBarred(long nowNs, int task, int node);

  /** The nodes on which no task that waits is to be tried. */
  IntPredicate barredNodes(long nowNs);

  /** Whether some node is avoided, or some task not to be tried on some node. */
  boolean mayBeBarred();

  /**
   * Of the tasks that wait, those that are not to be tried on some node because they failed there.
   */
  IntList restricted(long nowNs);

  /** Whether somebody asks why tasks of the job are where they are. */
  boolean isExplained();

  /** Leaves the reasons of a placement, where somebody asks for them. */
  void explain(Attempt attempt, Explanation why, Effects out);

  /**
   * What the placer keeps of the stage, which must be open; as it is while reservations are out.
   */
  StagePlacer stagePlacer();

  /** The attempts under way. */
  HeldList<Attempt> attempts();

  /** What the node needs to know to run the attempt. */
  Work work(Attempt attempt);
}
