package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.EligibleNodes;
import dev.muster.core.scheduler.place.NodeReasons;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Explanation;
import dev.muster.model.Explanation.Candidate;
import dev.muster.model.JobKind;
import dev.muster.model.Resources;
import dev.muster.model.StageReport.Placed;
import dev.muster.model.text.NodeName;
import java.util.ArrayList;
import java.util.List;

/** A stage whose tasks are placed by transactions. */
final class CommitStage implements StagePlacer {

  /**
   * Where the stage is with its {@link Committer}.
   *
   * <pre>
   *   SETTLED --wants tasks placed--> QUEUED --its turn--> DECIDING --all placed--> SETTLED
   *                                     ^ ^                  | |
   *                                     | +---- once more ---+ |
   *                                     +---- BACKING_OFF <----+ too few machines, or rejected
   * </pre>
   */
  enum CommitStageState implements Lifecycle.State<CommitStageState> {
    SETTLED,
    QUEUED,
    DECIDING,
    BACKING_OFF;

    @Override
    public boolean mayBecome(CommitStageState next) {
      return switch (this) {
        case SETTLED, BACKING_OFF -> next == QUEUED;
        case QUEUED -> next == DECIDING;
        case DECIDING -> next != DECIDING;
      };
    }
  }

  final StageTasks tasks;
  final CommitStrategy strategy;
  private final Committer committer;
  private final CellNodes nodes;
  private final OptimisticReplica replica;
  private final EligibleNodes eligible;
  private CommitStageState state = CommitStageState.SETTLED;

  /** Since when the stage wants tasks placed. */
  private long sinceNs;

  /** How often in a row no machine was found. */
  private int failedTries;

  private long placed;
  private long preferred;
  private long rejected;
  private long staleNs;
  private long beyondTokens;

  CommitStage(
      StageTasks tasks,
      CommitStrategy strategy,
      Committer committer,
      CellNodes nodes,
      OptimisticReplica replica) {
    this.tasks = tasks;
    this.strategy = strategy;
    this.committer = committer;
    this.nodes = nodes;
    this.replica = replica;
    this.eligible = new EligibleNodes(nodes, tasks.spec().where().require());
  }

  @Override
  public boolean adjust(long nowNs, Effects out) {
    committer.adjust(nowNs, this, out);
    return true;
  }

  CommitStageState state() {
    return state;
  }

  /** Only the {@link StageQueue} changes the state. */
  void become(CommitStageState next) {
    state = next;
  }

  void enter(long nowNs) {
    sinceNs = nowNs;
  }

  long waitedNs(long nowNs) {
    return nowNs - sinceNs;
  }

  boolean waitsLongerThan(CommitStage other) {
    return sinceNs < other.sinceNs;
  }

  int failedAgain() {
    return failedTries++;
  }

  void succeeded() {
    failedTries = 0;
  }

  /** Whether tasks could start now, were there machines for them. */
  boolean isWanted() {
    return tasks.wanted() > 0 || mayGrow();
  }

  /** Whether tasks may start without tokens, were enough of the cell idle. */
  boolean mayGrow() {
    return tasks.isElastic() && tasks.waiting() > 0 && tasks.meanTaskNs() > 0;
  }

  /** How many tasks of the job run beyond its tokens once so many more have started. */
  int beyond(int more) {
    return more == 0 ? 0 : more + Math.max(0, -tasks.tasksLeft());
  }

  /** The nodes that its tasks may run on. */
  View eligible() {
    return eligible.view();
  }

  boolean requiresNothing() {
    return tasks.spec().where().require().isNothing();
  }

  /** Services are spread over racks and machines, so that few of their tasks are lost together. */
  boolean isSpread() {
    return tasks.jobSpec().kind() == JobKind.SERVICE;
  }

  // Counting.

  /**
   * @param ageNs how old the information about the machine was
   */
  void countPlaced(boolean isPreferred, long ageNs) {
    placed++;
    preferred += isPreferred ? 1 : 0;
    staleNs += ageNs;
  }

  void countRejected() {
    rejected++;
  }

  /** Of so many that were accepted, the job had no tokens for some. */
  void countBeyondTokens(int accepted) {
    beyondTokens += Math.clamp(-tasks.tasksLeft(), 0, accepted);
  }

  @Override
  public Placed placed() {
    return placed + rejected == 0
        ? Placed.NONE
        : new Placed(placed, preferred, rejected, staleNs, beyondTokens);
  }

  // Reasons.

  @Override
  public Explanation explain(long nowNs, int task) {
    var summary =
        switch (state) {
          case SETTLED -> tasks.lack();
          case QUEUED -> "waits for its stage to be decided about";
          case DECIDING -> "its claim is being decided";
          case BACKING_OFF ->
              NodeReasons.areAllAvoided(nodes, eligible(), tasks.spec().resources())
                  ? NodeReasons.ALL_AVOIDED
                  : "found no machine, or was rejected; its stage is tried again soon";
        };
    return Explanation.of(strategy.policy(), summary, candidates(nowNs));
  }

  /** The machines as the replica has them now: which could take a task of the stage. */
  List<Candidate> candidates(long nowNs) {
    List<Candidate> candidates = new ArrayList<>();
    var need = tasks.spec().resources();
    var view = eligible();
    for (int at = 0; at < view.size() && !NodeReasons.isFull(candidates); at++) {
      if (view.fits(at, need) && !nodes.isAvoided(view.node(at))) {
        candidates.add(candidate(nowNs, view.node(at), need));
      }
    }
    NodeReasons.addRuledOut(nodes, view, need, candidates);
    return candidates;
  }

  private Candidate candidate(long nowNs, int machine, Resources need) {
    var cell = replica.cell;
    if (!cell.has(machine)) {
      return Candidate.ruledOut(machine, "is not in the replica yet", 0);
    }
    long ageNs = replica.ageNs(machine, nowNs);
    return cell.isOpen(machine) && cell.fits(machine, need)
        ? Candidate.notChosen(machine, "has the resources", ageNs)
        : Candidate.ruledOut(
            machine, "the task needs " + need + ", free is " + cell.free(machine), ageNs);
  }

  /** Why an attempt is where its claim was accepted. */
  Explanation accepted(Attempt attempt, long ageNs, List<Candidate> considered) {
    List<Candidate> all = new ArrayList<>();
    all.add(Candidate.chosen(attempt.node(), "the master accepted the claim", ageNs));
    considered.stream().filter(one -> one.node() != attempt.node()).forEach(all::add);
    return Explanation.of(strategy.policy(), "claimed on " + NodeName.format(attempt.node()), all);
  }
}
