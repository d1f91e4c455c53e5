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
import dev.muster.core.scheduler.place.NodeReasons;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.model.Explanation;
import dev.muster.model.Explanation.Candidate;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One transaction at a time: claims machines for tasks of a stage on the replica, and sends those
 * tasks to nodes whose claims were accepted.
 *
 * <p>A claim has the number of its attempt. Until the transaction is decided no node knows of it.
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
  private ClaimBatch batch = ClaimBatch.empty();
  private int wanted;

  /** What was looked at in the decision under way, where somebody asks for reasons. */
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
    this.search = new MachineSearch(replica.cell, context.nodes(), chance);
  }

  /** Finds machines for what the stage wants; for how many tasks is {@link #size}. */
  void make(long nowNs, CommitStage stage) {
    begin(nowNs, stage);
    considered = stage.tasks.isExplained() ? candidates(nowNs, stage) : List.of();
    stage.growBy(growth(stage));
    var spec = stage.tasks.spec();
    wanted = Math.min(stage.wanted(), config.limit(spec));
    search.fill(nowNs, stage, batch, Math.min(wanted, held.available()));
    if (config.isWhole(spec) && batch.size() < wanted) {
      withdraw(stage);
    }
    for (int at = 0; at < batch.size(); at++) {
      name(nowNs, stage, at);
    }
  }

  private void begin(long nowNs, CommitStage stage) {
    var each = Request.of(stage.tasks.job(), stage.tasks.spec().resources());
    batch = new ClaimBatch(self.index(), search.options(nowNs, stage, config.options()), each);
    replica.begin(batch);
    ages.clear();
  }

  private int growth(CommitStage stage) {
    return stage.mayGrow()
        ? ElasticGrowth.beyond(
            stage.tasks, IdleCapacity.of(replica.cell, stage.eligible(), batch.need))
        : 0;
  }

  private void withdraw(CommitStage stage) {
    replica.withdraw();
    for (int at = 0; at < batch.size(); at++) {
      var attempt = batch.attempt(at);
      if (attempt != null) {
        stage.tasks.cancel(attempt);
      }
    }
    batch.clear();
  }

  /**
   * Gives the claim the number of its attempt, which is that of the next task where any will do.
   */
  private void name(long nowNs, CommitStage stage, int at) {
    int machine = batch.machine(at);
    var named = batch.attempt(at);
    var attempt = named == null ? stage.claimNext(nowNs, machine) : named;
    if (attempt == null) {
      throw new IllegalStateException("a claim for more tasks than may start");
    }
    batch.transaction.renumber(at, attempt.id());
    ages.add(replica.ageNs(machine, nowNs));
  }

  /** The machines as the replica has them now: which could take a task of the stage. */
  List<Candidate> candidates(long nowNs, CommitStage stage) {
    List<Candidate> candidates = new ArrayList<>();
    var need = stage.tasks.spec().resources();
    var eligible = stage.eligible();
    for (int at = 0; at < eligible.size() && !NodeReasons.isFull(candidates); at++) {
      if (eligible.fits(at, need)) {
        candidates.add(candidate(nowNs, eligible.node(at), need));
      }
    }
    NodeReasons.addRuledOut(nodes.view(), eligible, need, candidates);
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

  private Explanation accepted(CommitStage stage, Attempt attempt, long ageNs) {
    List<Candidate> all = new ArrayList<>();
    all.add(Candidate.chosen(attempt.node(), "the master accepted the claim", ageNs));
    considered.stream().filter(one -> one.node() != attempt.node()).forEach(all::add);
    return Explanation.of(stage.strategy.name(), "claimed on node " + attempt.node(), all);
  }

  /** How many claims it has. */
  int size() {
    return batch.size();
  }

  /** How many claims it would have, had there been machines for all. */
  int wanted() {
    return wanted;
  }

  Transaction transaction() {
    return batch.transaction.build();
  }

  /** The transaction is decided: accepted tasks go to their nodes, the others wait again. */
  void settle(long nowNs, CommitStage stage, TransactionResult result, Effects out) {
    int[] machineOf = new int[batch.size()];
    Arrays.setAll(machineOf, batch::machine);
    result.moved().forEach(one -> machineOf[one.at()] = one.machine());
    result.rejected().forEach(one -> machineOf[one.at()] = REJECTED);
    replica.learn(result);
    boolean starts = !config.isWhole(stage.tasks.spec()) || isComplete();
    for (int at = 0; at < machineOf.length; at++) {
      long claim = batch.transaction.id(at);
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
    for (int at = 0; at < batch.size(); at++) {
      if (attempt(batch.transaction.id(at)) == null) {
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
    var preferred = stage.tasks.spec().where().preferredBy(attempt.task());
    stage.countPlaced(preferred.contains(machine), ageNs);
    if (stage.tasks.isExplained()) {
      stage.tasks.explain(attempt, accepted(stage, attempt, ageNs));
    }
    var work = stage.tasks.work(attempt);
    out.send(
        NodeEvent.at(machine),
        new NodeEvent.PlaceTask(self, attempt.id(), stage.tasks.demand(), work));
  }
}
