package dev.muster.sim.experiment.parsync;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import dev.muster.model.Where;
import dev.muster.sim.experiment.parsync.Tape.Job;
import dev.muster.sim.experiment.parsync.Tape.Round;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * Watches what schedulers commit. A task waits from the moment its scheduler is handed its job
 * until the cell has accepted a claim for it.
 */
final class Meter implements Observer {

  /** A job, and where its tasks would rather be. */
  record Open(Job job, Where where) {}

  private final Tape tape;
  private final CommitTransaction[] last;
  private final Map<Long, Open> open = new HashMap<>();
  private LongSupplier nowNs = () -> 0;
  private long waiting;
  private long lastPlacedNs;

  Meter(Tape tape, int schedulers) {
    this.tape = tape;
    this.last = new CommitTransaction[schedulers];
  }

  /**
   * @param clock from the beginning of the work
   */
  void readTimeFrom(LongSupplier clock) {
    nowNs = clock;
  }

  @Override
  public void sent(Address<?> to, Event event) {
    if (event instanceof TransactionDecided judged) {
      judged(to.index(), judged);
    } else if (event instanceof CommitTransaction commit) {
      last[commit.scheduler().index()] = commit;
    } else if (event instanceof AssignJob plan) {
      planned(to.index(), plan);
    }
  }

  private void planned(int scheduler, AssignJob plan) {
    var stage = plan.spec().stages().getFirst();
    var job = new Job(scheduler, stage.tasks(), nowNs.getAsLong());
    waiting += job.tasks;
    open.put(plan.job(), new Open(job, stage.where()));
  }

  private void judged(int scheduler, TransactionDecided judged) {
    var commit = last[scheduler];
    if (commit == null || commit.number() != judged.number()) {
      return;
    }
    var proposal = commit.proposal();
    if (proposal.ids().length > 0) {
      var job = of(proposal.requests().getFirst().job()).job;
      long now = nowNs.getAsLong();
      settle(job, new Round(scheduler, now, now - job.submittedNs, proposal, judged.judgement()));
    }
  }

  private void settle(Job job, Round round) {
    tape.judged(round);
    job.waiting -= round.accepted();
    waiting -= round.accepted();
    if (round.accepted() > 0) {
      lastPlacedNs = round.nowNs();
    }
    if (job.waiting == 0) {
      job.placedNs = round.nowNs();
      tape.placed(job);
    }
  }

  void ended(long number, long preferred) {
    var job = of(number).job;
    job.endedNs = nowNs.getAsLong();
    job.preferred = preferred;
    open.remove(number);
    tape.ended(job);
  }

  /** A job that has not ended. */
  Open of(long number) {
    return Objects.requireNonNull(open.get(number));
  }

  /** Tasks that have no room yet. */
  long waiting() {
    return waiting;
  }

  int jobs() {
    return open.size();
  }

  long lastPlacedNs() {
    return lastPlacedNs;
  }
}
