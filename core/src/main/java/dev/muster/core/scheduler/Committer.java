package dev.muster.core.scheduler;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.cell.Rejection;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import dev.muster.core.event.SchedulerEvent.ClaimsPreempted;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import dev.muster.core.scheduler.place.PartitionFit.Way;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Omega's and ParSync's way: stages wait in line; for one at a time the scheduler brings its copy
 * of the cell up to date, thinks, and commits what it decided.
 *
 * <pre>
 *   line ──► GetCellDelta ──► CellDelta: think, place on the copy ──► Commit ──► Judged: Place
 *    ▲                                            │ no room                       │ refused
 *    └──────────────────────── Retries ◄──────────┴───────────────────────────────┘
 * </pre>
 *
 * <p>For partitioned jobs it decides on the copy as it is, which {@link Refreshing} keeps up to
 * date, and goes on with a stage until all of it is placed: what was refused is tried on other
 * machines at once, and where the whole copy is full it waits for news.
 *
 * <p>Each stage is in it at most once: in line, looked at, or waiting to be looked at again, while
 * others go on. Between two of them goes what {@link UnneededClaims} releases.
 */
final class Committer {

  private final Thinking thinking;
  private final Reservations reservations;
  private final ReservationTable table;
  private final LiveCopy copy = new LiveCopy();
  private final Bid bid;
  private final Exchange exchange;
  private final UnneededClaims unneeded;
  private final Refreshing refreshing;
  private final Retries retries;
  private final Urgency urgency;
  private final Growth growth = new Growth();
  private final Line line = new Line();

  /** The stage that is looked at; null while there is none, and while claims are released. */
  private @Nullable Turn current;

  Committer(
      Address<SchedulerEvent> self,
      int epoch,
      Address<MasterEvent> master,
      Timing timing,
      Thinking thinking,
      CommitConfig config,
      Reservations reservations,
      Chance chance) {
    this.thinking = thinking;
    this.reservations = reservations;
    this.table = reservations.table;
    this.bid = new Bid(self, config, copy, reservations, chance);
    this.exchange = new Exchange(self, epoch, master, timing.askAgainNs(), copy);
    this.unneeded = new UnneededClaims(self.index(), table);
    this.refreshing = new Refreshing(self, master, config.refresh(), copy);
    this.retries = new Retries(config.retry(), chance);
    this.urgency = new Urgency(config.refresh());
  }

  /** The stage may want tasks placed. */
  void adjust(long nowNs, JobManager job, StagePlan stage, Effects out) {
    if (stage.inLine || stage.waiting() == 0) {
      return;
    }
    growth.meet(job, stage);
    var turn = new Turn(job, stage);
    if (turn.isWanted()) {
      stage.inLine = true;
      stage.inLineSinceNs = nowNs;
      if (job.isPartitioned()) {
        refreshing.enter(nowNs, out);
      }
      line.add(turn);
      proceed(nowNs, out);
    }
  }

  private void proceed(long nowNs, Effects out) {
    if (exchange.isIdle()) {
      release(nowNs, out);
    }
    while (exchange.isIdle()) {
      var turn = line.next();
      if (turn == null) {
        return;
      }
      look(nowNs, turn, out);
    }
  }

  private void release(long nowNs, Effects out) {
    var ends = unneeded.next();
    if (ends != null) {
      exchange.commit(nowNs, ends, out);
    }
  }

  private void look(long nowNs, Turn turn, Effects out) {
    current = turn;
    if (!turn.isWanted()) {
      leave(nowNs, turn);
    } else if (turn.job().isPartitioned() && refreshing.isFresh()) {
      decide(nowNs, turn, out);
    } else {
      exchange.synchronise(nowNs, refreshing.stages(), out);
    }
  }

  /** The copy is up to date, or a part of it: decide. */
  void told(long nowNs, CellDelta told, Effects out) {
    hear(nowNs, told);
    if (exchange.isAnsweredBy(told) && current != null) {
      refreshing.heardAll();
      if (current.isWanted()) {
        decide(nowNs, current, out);
      } else {
        leave(nowNs, current);
      }
    }
    proceed(nowNs, out);
  }

  private void hear(long nowNs, CellDelta told) {
    line.heardNews();
    refreshing.borrow(told.lenders());
    if (exchange.isCommitting() && current != null) {
      copy.takeInMeanwhile(nowNs, told, exchange.isKnownTo(told));
    } else {
      copy.takeIn(nowNs, told);
    }
  }

  private void decide(long nowNs, Turn turn, Effects out) {
    boolean inHaste = turn.job().isPartitioned();
    var way = urgency.way();
    bid.make(nowNs, turn, way);
    boolean idle = bid.wanted() == 0 || (inHaste && bid.size() == 0);
    long thoughtNs = idle ? 0 : think(turn, way);
    out.busy(thoughtNs);
    if (bid.size() > 0) {
      exchange.commit(nowNs + thoughtNs, bid.proposal(), out);
    } else if (inHaste && copy.isFull()) {
      line.waitForNews();
      again(turn);
    } else {
      idle();
      retries.add(nowNs + thoughtNs, turn, out);
    }
  }

  /** Where there is no hurry it looks at all tasks before it knows for how many there is room. */
  private long think(Turn turn, Way way) {
    var job = turn.job();
    return job.isPartitioned()
        ? thinking.ns(job.spec(), bid.size(), way)
        : thinking.ns(job.spec(), bid.wanted());
  }

  /** The answer to a transaction: of claims, or of releases alone. */
  void judged(long nowNs, TransactionDecided judged, Effects out) {
    if (!exchange.isAnsweredBy(judged)) {
      return;
    }
    exchange.end();
    if (current != null) {
      bid.settle(nowNs, judged.judgement(), out);
      settle(nowNs, current, judged.judgement().rejected(), out);
    }
    proceed(nowNs, out);
  }

  private void settle(long nowNs, Turn turn, List<Rejection> refused, Effects out) {
    int accepted = bid.size() - refused.size();
    if (accepted > 0) {
      accepted(nowNs, turn, accepted);
    }
    if (!turn.isWanted()) {
      leave(nowNs, turn);
    } else if (turn.job().isPartitioned() && isWorthAnother(turn, accepted, refused)) {
      again(turn);
    } else if (refused.isEmpty() && bid.size() == bid.wanted()) {
      idle();
      line.add(turn);
    } else {
      idle();
      retries.add(nowNs, turn, out);
    }
  }

  private void accepted(long nowNs, Turn turn, int tasks) {
    var stage = turn.stage();
    stage.vainTries = 0;
    stage.placed.beyondTokens(turn.job().tokens.lackedBy(tasks));
    if (turn.job().isPartitioned() && !turn.job().isElastic()) {
      urgency.note(nowNs - stage.inLineSinceNs);
    }
  }

  /** Whether the copy knows more now than it did, so that another try at once is not the same. */
  private static boolean isWorthAnother(Turn turn, int accepted, List<Rejection> refused) {
    return !turn.stage().spec.gang()
        && (accepted > 0 || refused.stream().anyMatch(one -> one.reason().showsStaleReplica()));
  }

  private void idle() {
    exchange.end();
    current = null;
  }

  /** It is next again. */
  private void again(Turn turn) {
    idle();
    line.addFirst(turn);
  }

  private void leave(long nowNs, Turn turn) {
    idle();
    turn.stage().inLine = false;
    turn.stage().vainTries = 0;
    if (turn.job().isPartitioned()) {
      refreshing.leave(nowNs);
    }
  }

  /** Older lives have these; which of them tasks still need is known when all are counted. */
  void inherit(List<Long> claims) {
    unneeded.inherit(claims);
  }

  /** All tasks of older epochs that nodes have are adopted. */
  void counted() {
    unneeded.counted();
  }

  /** Some of our tasks may have ended, and others find room. */
  void freed(long nowNs, Effects out) {
    if (!unneeded.isEmpty()) {
      retries.hasten(nowNs, out);
    }
  }

  /** Claims had to go, and so must their tasks. */
  void preempted(long nowNs, ClaimsPreempted preempted, Effects out) {
    for (long claim : preempted.claims()) {
      int slot = table.find(claim);
      if (slot != ReservationTable.NONE) {
        reservations.end(nowNs, slot, out);
      }
    }
  }

  void refresh(long nowNs, Effects out) {
    refreshing.tick(nowNs, out);
  }

  void retry(long nowNs, Effects out) {
    retries.due(nowNs, out).forEach(line::add);
    proceed(nowNs, out);
  }

  void beat(long nowNs, Effects out) {
    unneeded.beat();
    exchange.repeat(nowNs, refreshing.stages(), out);
    proceed(nowNs, out);
  }
}
