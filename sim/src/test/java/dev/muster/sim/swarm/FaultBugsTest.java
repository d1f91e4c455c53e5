package dev.muster.sim.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.EntryId;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.LeaderStarted;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.AppendRefused;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.MasterEvent.LeadershipGained;
import dev.muster.core.event.MasterEvent.LeadershipLost;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.HealthChanged;
import dev.muster.core.event.NodeEvent.MemoryShort;
import dev.muster.core.event.NodeEvent.NodeExpelled;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AvoidedNode;
import dev.muster.core.event.SchedulerEvent.LoadDelta;
import dev.muster.core.event.SchedulerEvent.MachinesChanged;
import dev.muster.core.event.SchedulerEvent.NodesAvoided;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import dev.muster.model.RunResult.LostInputs;
import dev.muster.sim.drive.NodeMaker;
import dev.muster.sim.fault.Fault;
import dev.muster.sim.swarm.Planted.Bug;
import dev.muster.sim.swarm.SwarmOutcome.SeedKept;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Of each way in which nodes, disks, the monitor, masters and their log fail: a planted bug that
 * the swarm finds because of that fault. The seed breaks with the bug, and is kept without the bug,
 * or without the fault.
 */
class FaultBugsTest {

  private static final int SEEDS = 1_000;

  /** A streak of failures that makes a scheduler blame a node. */
  private static final int STREAK = 3;

  /** Faults of messages, runs and clocks, and deaths that heal: found in {@link SwarmTest}. */
  private static final EnumSet<Fault> OTHERS =
      EnumSet.of(
          Fault.MESSAGE_LOST,
          Fault.MESSAGE_CUT_OFF,
          Fault.MESSAGE_COPIED,
          Fault.MESSAGE_LATE,
          Fault.NODE_CRASHED,
          Fault.NODE_PROCESS_DIED,
          Fault.SCHEDULER_CRASHED,
          Fault.SCHEDULER_LINGERED,
          Fault.ACTOR_PAUSED,
          Fault.LOG_SLOW,
          Fault.NODE_SLOW,
          Fault.CLOCK_WRONG,
          Fault.RUN_STUBBORN,
          Fault.RUN_LOST);

  record FaultBug(Fault fault, String bug, Swarm planted) {

    @Override
    public String toString() {
      return fault + ": " + bug;
    }
  }

  private static List<FaultBug> bugs() {
    return List.of(
        schedulers(Fault.NODE_GONE, "takes dead nodes to be there", () -> noticingDeaths(0)),
        schedulers(Fault.RACK_LOST, "notices one death of several", () -> noticingDeaths(1)),
        nodes(Fault.NODE_GIVEN_UP, "goes on with what was given up", FaultBugsTest::undead),
        schedulers(Fault.DISK_EMPTIED, "makes no lost output again", FaultBugsTest::careless),
        schedulers(Fault.DISK_FULL, "lets tasks pay for their nodes", FaultBugsTest::unjust),
        nodes(Fault.DISK_FULL, "is never well again", FaultBugsTest::sickForGood),
        nodes(Fault.MEMORY_SHORT, "is short of memory for good", FaultBugsTest::shortForGood),
        schedulers(Fault.BLACK_HOLE, "avoids a node for good", FaultBugsTest::unforgiving),
        schedulers(Fault.MONITOR_GONE, "needs the first monitor", FaultBugsTest::loyal),
        masters(Fault.MASTER_CRASHED, "misses an entry when it starts", FaultBugsTest::sleepy),
        masters(Fault.LEADER_CHANGED, "leads only once", FaultBugsTest::leadingOnce),
        masters(Fault.LEADER_CHANGED, "leads before it has applied all", FaultBugsTest::hasty),
        masters(Fault.LEADER_LINGERED, "answers before the log has it", FaultBugsTest::rash),
        masters(Fault.ENTRY_LOST, "answers before the log has it", FaultBugsTest::rash),
        masters(Fault.ENTRY_OUTLIVED_LEADER, "takes entries for lost", FaultBugsTest::hopeless),
        masters(Fault.ENTRY_COMMITTED_TWICE, "applies all entries", () -> gullible(_ -> true)),
        masters(Fault.ENTRY_STALE, "applies all but copies", FaultBugsTest::gullibleOnce),
        masters(Fault.LOG_FULL, "never leads again if refused", FaultBugsTest::discouraged));
  }

  private static FaultBug masters(Fault fault, String bug, Supplier<Bug<MasterEvent>> planted) {
    return new FaultBug(fault, "a master " + bug, Planted.masters(planted));
  }

  private static FaultBug schedulers(
      Fault fault, String bug, Supplier<Bug<SchedulerEvent>> planted) {
    return new FaultBug(fault, "a scheduler " + bug, Planted.schedulers(planted));
  }

  private static FaultBug nodes(Fault fault, String bug, Supplier<Bug<NodeEvent>> planted) {
    return new FaultBug(fault, "a node " + bug, Planted.nodes(planted));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void theBugIsFoundBecauseOfTheFault(FaultBug bug) {
    var found =
        LongStream.rangeClosed(1, SEEDS)
            .parallel()
            .filter(
                seed ->
                    !isKept(bug.planted, seed)
                        && isKept(bug.planted.without(bug.fault), seed)
                        && isKept(new Swarm(NodeMaker.PRODUCTION), seed))
            .findFirst();

    assertThat(found).as("a seed that breaks by both together").isPresent();
  }

  private static boolean isKept(Swarm swarm, long seed) {
    return swarm.run(seed) instanceof SeedKept;
  }

  @Test
  void everyFaultOfNodesDisksMastersAndTheirLogHasABug() {
    var found = EnumSet.copyOf(bugs().stream().map(FaultBug::fault).toList());

    assertThat(found).isEqualTo(EnumSet.complementOf(OTHERS));
  }

  // Nodes that die.

  /** Of the nodes that leave together, so many are noticed. */
  private static Bug<SchedulerEvent> noticingDeaths(int most) {
    return Bug.hearing(
        event ->
            event instanceof MachinesChanged(long from, long version, var changed, var left)
                ? new MachinesChanged(
                    from, version, changed, left.subList(0, Math.min(left.size(), most)))
                : event);
  }

  private static Bug<NodeEvent> undead() {
    return Bug.hearing(event -> event instanceof NodeExpelled ? null : event);
  }

  // Disks, and nodes that are sick.

  private static SchedulerEvent with(TaskFinished end, RunResult result) {
    return new TaskFinished(
        end.node(), end.reservation(), end.job(), end.stage(), end.index(), result);
  }

  private static boolean isEnd(SchedulerEvent event, Outcome outcome) {
    return event instanceof TaskFinished end && end.result().outcome() == outcome;
  }

  private static Bug<SchedulerEvent> careless() {
    return Bug.hearing(
        event ->
            isEnd(event, Outcome.INPUT_MISSING)
                ? with((TaskFinished) event, RunResult.inputMissing("planted", LostInputs.NONE))
                : event);
  }

  private static Bug<SchedulerEvent> unjust() {
    return Bug.hearing(
        event ->
            isEnd(event, Outcome.NOT_STARTED)
                ? with((TaskFinished) event, RunResult.failed(1, "planted"))
                : event);
  }

  private static Bug<NodeEvent> sickForGood() {
    return Bug.hearing(
        event -> event instanceof HealthChanged(var problem) && problem.isEmpty() ? null : event);
  }

  private static Bug<NodeEvent> shortForGood() {
    return Bug.hearing(
        event -> event instanceof MemoryShort(long bytes) && bytes == 0 ? null : event);
  }

  private static Bug<SchedulerEvent> unforgiving() {
    var streaks = new TreeMap<Integer, Integer>();
    return (nowNs, event, actor, out) -> {
      actor.on(nowNs, event, out);
      if (event instanceof TaskFinished end && end.result().succeeded()) {
        streaks.remove(end.node());
      }
      if (isEnd(event, Outcome.FAILED)) {
        int node = ((TaskFinished) event).node();
        if (streaks.merge(node, 1, Integer::sum) == STREAK) {
          var avoided = List.of(new AvoidedNode(node, "planted"));
          actor.on(nowNs, new NodesAvoided(Long.MAX_VALUE, avoided), out);
        }
      }
    };
  }

  /** Sends no task while it has loads of another monitor than the first. */
  private static Bug<SchedulerEvent> loyal() {
    var first = new AtomicLong();
    var latest = new AtomicLong();
    return (nowNs, event, actor, out) -> {
      if (event instanceof LoadDelta delta) {
        first.compareAndSet(0, delta.instance());
        latest.set(delta.instance());
      }
      actor.on(nowNs, event, latest.get() == first.get() ? out : EstimatedBugsTest.mute(out));
    };
  }

  // Masters that die and change.

  /** The first entry of a log is the only one that is not missed so. */
  private static Bug<MasterEvent> sleepy() {
    var awake = new AtomicBoolean();
    return Bug.hearing(
        event ->
            event instanceof EntryCommitted(EntryId id, _)
                    && !awake.getAndSet(true)
                    && !id.equals(new EntryId(1, 1))
                ? null
                : event);
  }

  private static Bug<MasterEvent> leadingOnce() {
    var led = new AtomicBoolean();
    return Bug.hearing(
        event -> event instanceof LeadershipGained && led.getAndSet(true) ? null : event);
  }

  private static Bug<MasterEvent> hasty() {
    return (nowNs, event, actor, out) -> {
      actor.on(nowNs, event, out);
      if (event instanceof LeadershipGained gained) {
        var first = new EntryId(gained.term(), 1);
        actor.on(nowNs, new EntryCommitted(first, new LeaderStarted(0)), out);
      }
    };
  }

  // The log.

  private static Bug<MasterEvent> rash() {
    return (nowNs, event, actor, out) ->
        actor.on(
            nowNs,
            event,
            TappedEffects.appending(
                out,
                entry -> {
                  if (entry instanceof JobOpened opened) {
                    out.send(opened.client(), new JobAccepted(opened.key(), opened.job()));
                  }
                }));
  }

  /** Believes that nothing of its term is committed once it has lost its leadership. */
  private static Bug<MasterEvent> hopeless() {
    var lost = new AtomicLong();
    return Bug.hearing(
        event -> {
          if (event instanceof LeadershipLost over) {
            lost.set(over.term());
          }
          boolean isMissed =
              event instanceof EntryCommitted(EntryId id, _) && id.term() == lost.get();
          return isMissed ? null : event;
        });
  }

  /** Takes these entries for new, whatever their ids. */
  private static Bug<MasterEvent> gullible(Predicate<EntryId> isNew) {
    var term = new AtomicLong();
    var entries = new AtomicLong();
    return Bug.hearing(
        event -> {
          if (!(event instanceof EntryCommitted(EntryId id, var entry))) {
            return event;
          }
          term.accumulateAndGet(id.term(), Math::max);
          var newest = new EntryId(term.get(), entries.addAndGet(1_000_000));
          return isNew.test(id) ? new EntryCommitted(newest, entry) : null;
        });
  }

  private static Bug<MasterEvent> gullibleOnce() {
    return gullible(new HashSet<EntryId>()::add);
  }

  private static Bug<MasterEvent> discouraged() {
    var refused = new AtomicBoolean();
    return Bug.hearing(
        event -> {
          refused.compareAndSet(false, event instanceof AppendRefused);
          return refused.get() && event instanceof LeadershipGained ? null : event;
        });
  }
}
