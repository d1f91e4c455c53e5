package dev.muster.sim.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.EntryId;
import dev.muster.core.event.MasterEntry.LeaderStarted;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.MasterEvent.LeadershipGained;
import dev.muster.core.event.MasterEvent.LeadershipLost;
import dev.muster.sim.drive.NodeMaker;
import dev.muster.sim.drive.SchedulerMaker;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Masters with planted bugs, each of which only some fault of masters or of their log brings out.
 */
class MasterSwarmTest {

  private static final int SEEDS = 80;

  private static void finds(UnaryOperator<Actor<MasterEvent>> planted) {
    var makers = new Swarm.Makers(planted, SchedulerMaker.PRODUCTION, NodeMaker.PRODUCTION);
    var found = new Swarm(makers).run(1, SEEDS, _ -> {}).failures();
    assertThat(found).as("the swarm finds the planted bug").isNotEmpty();
    var kept = new Swarm(NodeMaker.PRODUCTION).run(found.getFirst().seed());
    assertThat(kept).as("the seed is fine without it").isInstanceOf(SwarmOutcome.SeedKept.class);
  }

  @Test
  void aMasterThatAppliesStaleEntriesIsFound() {
    finds(GullibleMaster::new);
  }

  @Test
  void aLeaderThatDecidesBeforeItHasAppliedAllIsFound() {
    finds(HastyLeader::new);
  }

  @Test
  void aMasterThatTakesWhatItAppendedForLostWithItsLeadershipIsFound() {
    finds(HopelessMaster::new);
  }

  @Test
  void aMasterThatMissesAnEntryAfterItsRestartIsFound() {
    finds(SleepyMaster::new);
  }

  /** A planted bug: nothing is stale, whether it is committed twice or too late. */
  private static final class GullibleMaster implements Actor<MasterEvent> {

    private final Actor<MasterEvent> master;
    private EntryId last = EntryId.NONE;

    GullibleMaster(Actor<MasterEvent> master) {
      this.master = master;
    }

    @Override
    public void start(long nowNs, Effects out) {
      master.start(nowNs, out);
    }

    @Override
    public void on(long nowNs, MasterEvent event, Effects out) {
      if (event instanceof EntryCommitted(EntryId id, var entry)) {
        last = new EntryId(Math.max(last.term(), id.term()), last.sequence() + 1_000_000);
        master.on(nowNs, new EntryCommitted(last, entry), out);
      } else {
        master.on(nowNs, event, out);
      }
    }
  }

  /** A planted bug: leads as soon as it is elected. */
  private record HastyLeader(Actor<MasterEvent> master) implements Actor<MasterEvent> {

    @Override
    public void start(long nowNs, Effects out) {
      master.start(nowNs, out);
    }

    @Override
    public void on(long nowNs, MasterEvent event, Effects out) {
      master.on(nowNs, event, out);
      if (event instanceof LeadershipGained gained) {
        var first = new EntryId(gained.term(), 1);
        master.on(nowNs, new EntryCommitted(first, new LeaderStarted(0)), out);
      }
    }
  }

  /**
   * A planted bug: believes that nothing of its term is committed once it has lost its leadership.
   */
  private static final class HopelessMaster implements Actor<MasterEvent> {

    private final Actor<MasterEvent> master;
    private long lost;

    HopelessMaster(Actor<MasterEvent> master) {
      this.master = master;
    }

    @Override
    public void start(long nowNs, Effects out) {
      master.start(nowNs, out);
    }

    @Override
    public void on(long nowNs, MasterEvent event, Effects out) {
      if (event instanceof LeadershipLost over) {
        lost = over.term();
      }
      if (!(event instanceof EntryCommitted committed && committed.id().term() == lost)) {
        master.on(nowNs, event, out);
      }
    }
  }

  /** A planted bug: misses the first entry that it gets, unless that is the first of the log. */
  private static final class SleepyMaster implements Actor<MasterEvent> {

    private final Actor<MasterEvent> master;
    private boolean awake;

    SleepyMaster(Actor<MasterEvent> master) {
      this.master = master;
    }

    @Override
    public void start(long nowNs, Effects out) {
      master.start(nowNs, out);
    }

    @Override
    public void on(long nowNs, MasterEvent event, Effects out) {
      boolean misses =
          !awake
              && event instanceof EntryCommitted committed
              && !committed.id().equals(new EntryId(1, 1));
      awake |= event instanceof EntryCommitted;
      if (!misses) {
        master.on(nowNs, event, out);
      }
    }
  }
}
