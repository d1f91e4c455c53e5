package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.EligibleNodes;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Explanation;
import dev.muster.model.JobKind;
import dev.muster.model.StageReport.Placed;
import org.jspecify.annotations.Nullable;

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
  private final EligibleNodes eligible;
  private CommitStageState state = CommitStageState.SETTLED;
  private boolean closed;

  /** Since when it wants tasks placed. */
  private long sinceNs;

  /** How often in a row it found no machine. */
  private int failedTries;

  /** How many tasks of its job may run beyond the tokens, in the decision under way. */
  private int beyond;

  private long placed;
  private long preferred;
  private long rejected;
  private long staleNs;
  private long beyondTokens;

  CommitStage(StageTasks tasks, CommitStrategy strategy, Committer committer, CellNodes nodes) {
    this.tasks = tasks;
    this.strategy = strategy;
    this.committer = committer;
    this.eligible = new EligibleNodes(nodes, tasks.spec().where().require());
  }

  @Override
  public boolean adjust(long nowNs, Effects out) {
    committer.adjust(nowNs, this, out);
    return true;
  }

  @Override
  public void close(Effects out) {
    closed = true;
  }

  CommitStageState state() {
    return state;
  }

  /** Only the committer changes it. */
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

  /** How many tasks could start now, were there machines for them. */
  int wanted() {
    return closed ? 0 : tasks.wanted(beyond);
  }

  /** Whether there is anything to do. */
  boolean isWanted() {
    beyond = 0;
    return wanted() > 0 || mayGrow();
  }

  /** Whether tasks may start without tokens, were enough of the cell idle. */
  boolean mayGrow() {
    return !closed && tasks.isElastic() && tasks.waiting() > 0 && tasks.meanTaskNs() > 0;
  }

  /** In the decision under way so many more tasks may start than there are tokens left. */
  void growBy(int more) {
    beyond = more == 0 ? 0 : more + Math.max(0, -tasks.tokensLeft());
  }

  @Nullable Attempt claimNext(long nowNs, int machine) {
    return tasks.startNext(nowNs, machine, AttemptState.CLAIMING, beyond);
  }

  @Nullable Attempt claim(long nowNs, int task, int machine) {
    return tasks.start(nowNs, task, machine, AttemptState.CLAIMING, beyond);
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
    beyondTokens += Math.clamp(-tasks.tokensLeft(), 0, accepted);
  }

  @Override
  public Placed placed() {
    return placed + rejected == 0
        ? Placed.NONE
        : new Placed(placed, preferred, rejected, staleNs, beyondTokens);
  }

  @Override
  public Explanation explain(long nowNs, int task) {
    return committer.explain(nowNs, this);
  }
}
