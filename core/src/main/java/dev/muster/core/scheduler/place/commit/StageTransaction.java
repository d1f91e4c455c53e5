package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.flat.LongList;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.Transaction;
import dev.muster.core.cell.TransactionResult;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.HeldTable;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.model.Explanation.Candidate;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One transaction at a time: claims machines for tasks of a stage on the replica, and sends those
 * tasks to nodes whose claims were accepted.
 *
 * <p>A claim has the number of its attempt. Until the transaction is decided no node knows of the
 * attempt.
 */
final class StageTransaction {

  private static final int REJECTED = -1;

  private final Address<SchedulerEvent> self;
  private final CommitConfig config;
  private final OptimisticReplica replica;
  private final HeldTable held;
  private final CellNodes nodes;
  private final ReleasedClaims released;
  private final MachineSearch search;
  private int wanted;

  /** How many tasks of the job may run beyond its tokens, in this transaction. */
  private int beyond;

  /** The candidates of the decision under way, where somebody asks for reasons. */
  private List<Candidate> considered = List.of();

  /** How old the information was that each claim is based on. */
  private final LongList ages = new LongList();

  StageTransaction(
      PlacerContext context,
      CommitConfig config,
      OptimisticReplica replica,
      ReleasedClaims released,
      Chance chance) {
    this.self = context.self();
    this.config = config;
    this.replica = replica;
    this.held = context.held();
    this.nodes = context.nodes();
    this.released = released;
    this.search = new MachineSearch(replica, context.nodes(), chance);
  }

  /** Finds machines for what the stage wants; for how many tasks is {@link #claims}. */
  void make(long nowNs, CommitStage stage) {
    var spec = stage.tasks.spec();
    replica.begin(
        self.index(),
        search.options(nowNs, stage, config.options()),
        Request.of(stage.tasks.job(), spec.resources()));
    ages.clear();
    considered = stage.tasks.isExplained() ? stage.candidates(nowNs) : List.of();
    beyond = beyond(stage);
    wanted = Math.min(stage.tasks.wanted(beyond), config.limit(spec));
    replica.cell.bar(stage.tasks.barredNodes(nowNs));
    search.fill(nowNs, stage, beyond, Math.min(wanted, held.available()));
    replica.cell.bar(StageTasks.NONE_BARRED);
    if (config.isWhole(spec) && claims() < wanted) {
      withdraw(stage);
    }
    for (int at = 0; at < claims(); at++) {
      name(nowNs, stage, at);
    }
  }

  private int beyond(CommitStage stage) {
    if (!stage.mayGrow()) {
      return 0;
    }
    var idle = IdleCapacity.of(replica.cell, stage.eligible(), replica.need());
    return stage.beyond(ElasticGrowth.beyond(stage.tasks, idle));
  }

  private void withdraw(CommitStage stage) {
    for (int at = 0; at < claims(); at++) {
      var attempt = replica.attempt(at);
      if (attempt != null) {
        stage.tasks.cancel(attempt);
      }
    }
    replica.withdraw();
  }

  /**
   * Gives the claim the number of its attempt, which is that of the next task where any will do.
   */
  private void name(long nowNs, CommitStage stage, int at) {
    int machine = replica.machine(at);
    var named = replica.attempt(at);
    var attempt =
        named == null
            ? stage.tasks.startNext(nowNs, machine, AttemptState.CLAIMING, beyond)
            : named;
    if (attempt == null) {
      throw new IllegalStateException("a claim for more tasks than may start");
    }
    replica.transaction().renumber(at, attempt.id());
    ages.add(replica.ageNs(machine, nowNs));
  }

  int claims() {
    return replica.claims();
  }

  /** How many claims there would be, had there been machines for all tasks. */
  int wanted() {
    return wanted;
  }

  Transaction build() {
    return replica.transaction().build();
  }

  /**
   * The transaction is decided: accepted tasks go to their nodes, the others wait again. Of a gang
   * some claims may be rejected alone, where machines left while the transaction was in the log.
   */
  void decided(long nowNs, CommitStage stage, TransactionResult result, Effects out) {
    int[] machineOf = new int[claims()];
    Arrays.setAll(machineOf, replica::machine);
    result.moved().forEach(one -> machineOf[one.at()] = one.machine());
    result.rejected().forEach(one -> machineOf[one.at()] = REJECTED);
    replica.learn(result);
    boolean mayStart = result.rejected().isEmpty() || !stage.tasks.spec().isGang();
    boolean starts = mayStart && (!config.isWhole(stage.tasks.spec()) || isComplete());
    for (int at = 0; at < machineOf.length; at++) {
      long claim = replica.transaction().id(at);
      var attempt = attempt(claim);
      if (machineOf[at] == REJECTED) {
        if (attempt != null) {
          stage.countRejected();
          stage.tasks.cancel(attempt);
        }
      } else if (attempt == null) {
        released.add(claim); // nobody wants the task any more
      } else if (!starts) {
        released.add(claim);
        stage.tasks.cancel(attempt);
      } else {
        accept(nowNs, stage, attempt, machineOf[at], ages.at(at), out);
      }
    }
  }

  /** Whether no attempt ended before the decision came, as those do whose claim is preempted. */
  private boolean isComplete() {
    for (int at = 0; at < claims(); at++) {
      if (attempt(replica.transaction().id(at)) == null) {
        return false;
      }
    }
    return true;
  }

  private @Nullable Attempt attempt(long claim) {
    return held.find(claim) instanceof Attempt known ? known : null;
  }

  private void accept(
      long nowNs, CommitStage stage, Attempt attempt, int machine, long ageNs, Effects out) {
    held.change(attempt, AttemptState.PLACED);
    attempt.claimed();
    attempt.moveTo(machine);
    attempt.placed(nowNs);
    nodes.started(nowNs, machine);
    var preferred = stage.tasks.spec().where().preferredBy(attempt.task());
    stage.countPlaced(preferred.contains(machine), ageNs);
    if (stage.tasks.isExplained()) {
      stage.tasks.explain(attempt, stage.accepted(attempt, ageNs, considered), out);
    }
    var work = stage.tasks.work(attempt);
    out.send(
        NodeEvent.at(machine),
        new NodeEvent.PlaceTask(self, attempt.id(), stage.tasks.demand(attempt), work));
  }
}
