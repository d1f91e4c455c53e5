package dev.muster.core.master;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.LogEvent;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEntry.LeaderStarted;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.AppendRefused;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.MasterEvent.LeadershipGained;
import dev.muster.core.event.MasterEvent.LeadershipLost;
import dev.muster.core.event.Wake;
import dev.muster.core.master.state.MasterSnapshot;
import dev.muster.core.master.state.MasterState;
import dev.muster.core.master.state.cell.CellState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One of the masters of a cell, which share a log.
 *
 * <pre>
 *   log ──► EntryCommitted ──► MasterState.apply        every master
 *                                    │
 *   message ──► Leader decides ──► append ──► log       the one that leads
 *                  └── answers ◄── applied
 * </pre>
 *
 * <p>The log elects the leader. Two masters may believe that they lead, for a while: what the older
 * one appends is stale once the first entry of the younger one is applied, and nothing is answered
 * before it is applied. Followers ignore messages; whoever sent them repeats them.
 */
public final class Master implements Actor<MasterEvent> {

  enum MasterTimer implements Timer {
    /** Repeats what is not acknowledged. */
    BEAT,
    /** Sends the list of machines to schedulers, changes gathered. */
    PUBLISH_MACHINES,
    /** Computes and spreads what jobs may use. */
    SHARES
  }

  /**
   * The roles of a master.
   *
   * <pre>
   *   FOLLOWER ──► ELECTED ──► LEADER
   *      ▲────────────┴──────────┘
   * </pre>
   */
  enum MasterRole implements Lifecycle.State<MasterRole> {
    FOLLOWER,
    /** Decides nothing until the first entry of its term is applied. */
    ELECTED,
    LEADER;

    @Override
    public boolean mayBecome(MasterRole next) {
      return switch (this) {
        case FOLLOWER -> next == ELECTED;
        case ELECTED -> next == LEADER || next == FOLLOWER;
        case LEADER -> next == FOLLOWER;
      };
    }
  }

  private final int index;
  private final MasterConfig config;
  private final Timing timing;
  private final MasterState state;
  private final MasterLifecycles lifecycles = new MasterLifecycles();
  private MasterRole role = MasterRole.FOLLOWER;

  /** Of the latest term in which this master was elected. */
  private LeaderLog log = new LeaderLog(0);

  /** Not null while this master is {@link MasterRole#LEADER}. */
  private @Nullable Leader leader;

  /** A follower with an empty log. */
  public Master(int index, MasterConfig config, Timing timing) {
    this(
        index,
        config,
        timing,
        new MasterState(config.firstJob(), config.jobs().endedKept(), config.cell()));
  }

  /** A follower that has applied the beginning of the log. */
  public Master(int index, MasterConfig config, Timing timing, MasterSnapshot snapshot) {
    this(
        index,
        config,
        timing,
        MasterState.restore(snapshot, config.jobs().endedKept(), config.cell()));
  }

  private Master(int index, MasterConfig config, Timing timing, MasterState state) {
    this.index = index;
    this.config = config;
    this.timing = timing;
    this.state = state;
  }

  /** The only master of a cell whose log is empty: leads from the start. */
  public static Master alone(MasterConfig config, Timing timing) {
    var master = new Master(0, config, timing);
    master.log = new LeaderLog(1);
    master.become(MasterRole.ELECTED);
    master.lead(0);
    return master;
  }

  @Override
  public void start(long nowNs, Effects out) {
    out.wake(nowNs + timing.beatNs(), MasterTimer.BEAT);
  }

  @Override
  public void on(long nowNs, MasterEvent event, Effects out) {
    if (event instanceof LogEvent ofLog) {
      on(nowNs, ofLog, out);
    } else if (event instanceof Wake wake) {
      wake(nowNs, wake.timer(), out);
    } else if (leader != null) {
      leader.on(nowNs, event, out);
    }
  }

  private void on(long nowNs, LogEvent event, Effects out) {
    switch (event) {
      case EntryCommitted committed -> apply(nowNs, committed, out);
      case AppendRefused refused -> refused(refused, out);
      case LeadershipGained gained -> elected(gained.term(), out);
      case LeadershipLost lost -> {
        if (lost.term() == log.term()) {
          follow();
        }
      }
    }
  }

  private void wake(long nowNs, Timer timer, Effects out) {
    if (leader != null) {
      leader.wake(nowNs, timer, out);
    }
    if (timer == MasterTimer.BEAT) {
      out.wake(nowNs + timing.beatNs(), MasterTimer.BEAT);
    }
  }

  private void apply(long nowNs, EntryCommitted committed, Effects out) {
    var id = committed.id();
    if (state.isStale(id)) {
      return;
    }
    if (id.term() > log.term()) {
      follow(); // another leads
    }
    var entry = (MasterEntry) committed.entry();
    state.apply(id, entry);
    if (leader != null) {
      leader.applied(nowNs, entry, out);
    } else if (role == MasterRole.ELECTED && id.term() == log.term()) {
      lead(nowNs);
    }
  }

  private void elected(long term, Effects out) {
    if (term > log.term() && term > state.last().term()) {
      follow();
      log = new LeaderLog(term);
      become(MasterRole.ELECTED);
      log.append(new LeaderStarted(index), out);
    }
  }

  private void lead(long nowNs) {
    become(MasterRole.LEADER);
    leader = new Leader(nowNs, config, timing, state, log, lifecycles);
  }

  /** Those whose request was refused hear so; all else is repeated to the next leader. */
  private void refused(AppendRefused refused, Effects out) {
    if (refused.id().term() == log.term()) {
      if (leader != null) {
        leader.refused(refused, out);
      }
      follow();
    }
  }

  /** What was decided and is not applied may never be, so it is forgotten. */
  private void follow() {
    if (role != MasterRole.FOLLOWER) {
      become(MasterRole.FOLLOWER);
      leader = null;
      state.cell().forgetPromises();
    }
  }

  private void become(MasterRole next) {
    role = lifecycles.roles().change(role, next);
  }

  public CellState cellState() {
    return state.cell();
  }

  /** How many jobs have not ended. */
  public int openJobs() {
    return state.jobs().openJobs();
  }

  boolean isLeader() {
    return role == MasterRole.LEADER;
  }

  /** What this master has applied, for a restart. */
  public MasterSnapshot snapshot() {
    return state.save();
  }

  @Override
  public List<Lifecycle<?>> lifecycles() {
    return List.of(
        lifecycles.roles(),
        lifecycles.jobs(),
        lifecycles.resizes(),
        lifecycles.liveness(),
        lifecycles.requests(),
        state.cell().lifecycle());
  }
}
