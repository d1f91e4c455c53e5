package dev.muster.core.plan;

import dev.muster.core.claim.Proposal;
import dev.muster.core.claim.Refused;
import dev.muster.core.claim.Terms;
import dev.muster.core.claim.Transaction;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.Commit;
import dev.muster.core.event.MasterEvent.StateWanted;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.Judged;
import dev.muster.core.event.SchedulerEvent.Preempted;
import dev.muster.core.event.SchedulerEvent.StateTold;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Chance;
import dev.muster.core.loop.Effects;
import dev.muster.core.loop.Timing;
import dev.muster.core.place.PartitionFit.Way;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Omega's and ParSync's way: stages wait in line; for one at a time the scheduler brings its copy
 * of the cell up to date, thinks, and commits what it decided.
 *
 * <pre>
 *   line ──► StateWanted ──► StateTold: think, place on the copy ──► Commit ──► Judged: Place
 *    ▲                                            │ no room                       │ refused
 *    └──────────────────────── Retries ◄──────────┴───────────────────────────────┘
 * </pre>
 *
 * <p>For partitioned jobs it decides on the copy as it is, which {@link Refreshing} keeps up to
 * date, and goes on with a stage until all of it is placed: what was refused is tried on other
 * machines at once, and where the whole copy is full it waits for news.
 *
 * <p>Each stage is in it at most once: in line, looked at, or waiting to be looked at again, while
 * others go on. What is claimed is released by the node when the task ends; the scheduler says so
 * as well, at beats, so that no claim outlives a node that forgot it.
 */
final class Committer {

  /** The token of its own timer. */
  static final long RETRY = -1;

  /** How many claims one transaction releases; the others follow. */
  static final int RELEASE_BATCH = 10_000;

  private enum Phase {
    IDLE,
    SYNCING,
    COMMITTING
  }

  private final Address<SchedulerEvent> self;
  private final Address<MasterEvent> master;
  private final Timing timing;
  private final Thinking thinking;
  private final Reservations reservations;
  private final ReservationTable table;
  private final Refresh refresh;
  private final LiveCopy copy = new LiveCopy();
  private final Bid bid;
  private final Refreshing refreshing;
  private final Retries retries;
  private final Delays delays = new Delays();
  private final Growth growth = new Growth();
  private final ArrayDeque<Turn> line = new ArrayDeque<>();

  /** Those of partitioned jobs: they wait for news together, and nobody else for them. */
  private final ArrayDeque<Turn> partitioned = new ArrayDeque<>();

  private Phase phase = Phase.IDLE;
  private @Nullable Turn current;
  private @Nullable Proposal sent;
  private List<Long> inherited = List.of();
  private long number;
  private long askedNs;
  private boolean releaseDue;

  /** Whether a partitioned stage found no machine with anything free since the last news. */
  private boolean full;

  Committer(
      Address<SchedulerEvent> self,
      int life,
      Address<MasterEvent> master,
      Timing timing,
      Thinking thinking,
      CommitConfig config,
      Reservations reservations,
      Chance chance) {
    this.self = self;
    this.master = master;
    this.timing = timing;
    this.number = Commit.firstNumber(life);
    this.thinking = thinking;
    this.reservations = reservations;
    this.table = reservations.table;
    this.refresh = config.refresh();
    this.bid = new Bid(self, config, copy, reservations, chance);
    this.refreshing = new Refreshing(self, master, refresh, copy);
    this.retries = new Retries(config.retry(), chance, RETRY);
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
      lineOf(turn).add(turn);
      proceed(nowNs, out);
    }
  }

  private void proceed(long nowNs, Effects out) {
    if (phase == Phase.IDLE && releaseDue) {
      release(nowNs, out);
    }
    for (var next = next(); phase == Phase.IDLE && next != null; next = next()) {
      var turn = next.remove();
      if (turn.isWanted()) {
        look(nowNs, turn, out);
      } else {
        leave(nowNs, turn);
      }
    }
  }

  private ArrayDeque<Turn> lineOf(Turn turn) {
    return turn.job().isPartitioned() ? partitioned : line;
  }

  /** The line whose first stage has waited longest, of those that need not wait for news. */
  private @Nullable ArrayDeque<Turn> next() {
    var first = line.peek();
    var other = full ? null : partitioned.peek();
    if (first == null || other == null) {
      return first != null ? line : other != null ? partitioned : null;
    }
    return other.stage().inLineSinceNs < first.stage().inLineSinceNs ? partitioned : line;
  }

  private void look(long nowNs, Turn turn, Effects out) {
    current = turn;
    if (turn.job().isPartitioned() && refreshing.isFresh()) {
      decide(nowNs, turn, out);
    } else {
      phase = Phase.SYNCING;
      synchronise(nowNs, out);
    }
  }

  private void synchronise(long nowNs, Effects out) {
    askedNs = nowNs;
    out.send(master, new StateWanted(self, List.of(), copy.versions(), refreshing.stages()));
  }

  /** The copy is up to date, or a part of it: decide. */
  void told(long nowNs, StateTold told, Effects out) {
    hear(nowNs, told);
    var turn = current;
    if (phase == Phase.SYNCING && turn != null && told.partitions().size() == told.all()) {
      refreshing.heardAll();
      if (turn.isWanted()) {
        decide(nowNs, turn, out);
      } else {
        leave(nowNs, turn);
      }
    }
    proceed(nowNs, out);
  }

  private void hear(long nowNs, StateTold told) {
    full = false;
    refreshing.borrow(told.lenders());
    if (phase == Phase.COMMITTING && current != null) {
      copy.takeInMeanwhile(nowNs, told, told.committed() >= number);
    } else {
      copy.takeIn(nowNs, told);
    }
  }

  private void decide(long nowNs, Turn turn, Effects out) {
    boolean inHaste = turn.job().isPartitioned();
    var way = way();
    bid.make(nowNs, turn, way);
    boolean idle = bid.wanted() == 0 || (inHaste && bid.size() == 0);
    long thoughtNs = idle ? 0 : think(turn, way);
    out.busy(thoughtNs);
    if (bid.size() > 0) {
      commit(nowNs + thoughtNs, bid.proposal(), out);
    } else if (inHaste && copy.isFull()) {
      full = true;
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

  private Way way() {
    return switch (refresh.preference()) {
      case QUALITY -> Way.QUALITY;
      case LATENCY -> Way.LATENCY;
      case ANYWHERE -> Way.ANYWHERE;
      case ADAPTIVE -> delays.averageNs() < refresh.boundNs() ? Way.QUALITY : Way.LATENCY;
    };
  }

  /**
   * @param nowNs when it leaves
   */
  private void commit(long nowNs, Proposal proposal, Effects out) {
    phase = Phase.COMMITTING;
    number++;
    sent = proposal;
    commitAgain(nowNs, out);
  }

  private void commitAgain(long nowNs, Effects out) {
    askedNs = nowNs;
    if (sent != null) {
      out.send(master, new Commit(self, number, sent));
    }
  }

  /** The answer to a transaction: of claims, or of releases alone. */
  void judged(long nowNs, Judged judged, Effects out) {
    if (phase != Phase.COMMITTING || judged.number() != number) {
      return; // an echo
    }
    phase = Phase.IDLE;
    sent = null;
    if (current != null) {
      bid.settle(nowNs, judged.judgement(), out);
      settle(nowNs, current, judged.judgement().refused(), out);
    }
    proceed(nowNs, out);
  }

  private void settle(long nowNs, Turn turn, List<Refused> refused, Effects out) {
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
      lineOf(turn).add(turn);
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
      delays.note(nowNs - stage.inLineSinceNs);
    }
  }

  /** Whether the copy knows more now than it did, so that another try at once is not the same. */
  private static boolean isWorthAnother(Turn turn, int accepted, List<Refused> refused) {
    return !turn.stage().spec.gang()
        && (accepted > 0 || refused.stream().anyMatch(one -> one.reason().isNewsOfTheMachine()));
  }

  private void idle() {
    phase = Phase.IDLE;
    current = null;
  }

  /** It is next again. */
  private void again(Turn turn) {
    idle();
    lineOf(turn).addFirst(turn);
  }

  private void leave(long nowNs, Turn turn) {
    idle();
    turn.stage().inLine = false;
    turn.stage().vainTries = 0;
    if (turn.job().isPartitioned()) {
      refreshing.leave(nowNs);
    }
  }

  /** Ends claims that nobody needs; most of them the node has ended already. */
  private void release(long nowNs, Effects out) {
    var ends = new Transaction(self.index(), Terms.STANDARD);
    int count = Math.min(table.unclaimed.size(), RELEASE_BATCH);
    for (int i = 0; i < count; i++) {
      ends.release(table.unclaimed.at(i));
    }
    table.unclaimed.removeFirst(count);
    releaseDue = !table.unclaimed.isEmpty();
    if (count > 0) {
      current = null;
      commit(nowNs, ends.proposal(), out);
    }
  }

  /** Older lives have these; which of them tasks still need is known when all are counted. */
  void inherit(List<Long> claims) {
    inherited = claims;
  }

  /** All tasks of older lives that nodes have are adopted: claims for others end. */
  void counted() {
    for (long claim : inherited) {
      int slot = table.find(claim);
      if (slot == ReservationTable.NONE) {
        table.unclaimed.add(claim);
      } else {
        table.inherit(slot);
      }
    }
    inherited = List.of();
  }

  /** Some of our tasks may have ended, and others find room. */
  void freed(long nowNs, Effects out) {
    if (!table.unclaimed.isEmpty()) {
      retries.hasten(nowNs, out);
    }
  }

  /** Claims had to go, and so must their tasks. */
  void preempted(long nowNs, Preempted preempted, Effects out) {
    for (long claim : preempted.claims()) {
      int slot = table.find(claim);
      if (slot != ReservationTable.NONE) {
        reservations.end(nowNs, slot, out);
      }
    }
  }

  static boolean isMine(long token) {
    return token == RETRY || token == Refreshing.TICK;
  }

  void wake(long nowNs, long token, Effects out) {
    if (token == Refreshing.TICK) {
      refreshing.tick(nowNs, out);
    } else {
      retries.due(nowNs, out).forEach(turn -> lineOf(turn).add(turn));
      proceed(nowNs, out);
    }
  }

  void beat(long nowNs, Effects out) {
    releaseDue = true;
    if (phase != Phase.IDLE && nowNs - askedNs >= timing.askAgainNs()) {
      if (phase == Phase.SYNCING) {
        synchronise(nowNs, out);
      } else {
        commitAgain(nowNs, out);
      }
    }
    proceed(nowNs, out);
  }
}
