package dev.muster.core.master;

import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.core.event.SchedulerEvent.AvoidedNode;
import dev.muster.core.master.NodeLiveness.LivenessState;
import dev.muster.core.master.state.RegisteredMachines;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class NodeLivenessTest {

  private static final Timing TIMING = Timing.standard();
  private static final long BEAT = TIMING.beatNs();
  private static final long SUSPECT = TIMING.liveness().suspectAfterNs();
  private static final long DEAD = TIMING.liveness().deadAfterNs();

  private final RegisteredMachines machines = new RegisteredMachines();
  private final AvoidedNodes avoided = new AvoidedNodes(1);
  private NodeLiveness liveness = leader(0);
  private long nowNs;

  private NodeLiveness leader(long atNs) {
    var lifecycle = new Lifecycle<>(LivenessState.class);
    return new NodeLiveness(TIMING, machines, avoided, lifecycle, atNs);
  }

  private void join(int node, int epoch) {
    machines.apply(new MachineRegistered(node, epoch, size(1, 1), Map.of()));
    liveness.joined(nowNs, node);
  }

  /** Beats until so long from now; gives all nodes that are declared dead. */
  private List<Integer> beatFor(long ns) {
    List<Integer> dead = new ArrayList<>();
    for (long endNs = nowNs + ns; nowNs < endNs; ) {
      nowNs += BEAT;
      var died = liveness.beat(nowNs);
      if (died != null) {
        dead.addAll(died.nodes());
      }
    }
    return dead;
  }

  private List<Integer> avoided() {
    return avoided.all().nodes().stream().map(AvoidedNode::node).toList();
  }

  @Test
  void whoReportsIsNeitherSuspectNorDead() {
    join(0, 1);
    for (int report = 0; report < 100; report++) {
      assertThat(beatFor(SUSPECT - BEAT)).isEmpty();
      assertThat(avoided()).isEmpty();
      liveness.heard(nowNs, 0, 1);
    }
  }

  @Test
  void whoDoesNotIsSuspectThenDead() {
    join(0, 1);
    join(1, 1);
    beatFor(SUSPECT - BEAT);
    assertThat(avoided()).isEmpty();
    liveness.heard(nowNs, 1, 1);
    beatFor(BEAT);
    assertThat(avoided()).containsExactly(0);
    liveness.heard(nowNs, 1, 1);
    assertThat(beatFor(DEAD - SUSPECT - BEAT)).isEmpty();
    liveness.heard(nowNs, 1, 1);

    assertThat(beatFor(BEAT)).containsExactly(0);
    assertThat(beatFor(3 * BEAT)).as("only once").isEmpty();
  }

  @Test
  void aSuspectThatReportsIsWellAgain() {
    join(0, 1);
    beatFor(SUSPECT);
    liveness.heard(nowNs, 0, 1);

    assertThat(avoided()).isEmpty();
    assertThat(beatFor(DEAD - BEAT)).isEmpty();
  }

  @Test
  void theEntryNamesTheEpochThatIsOnRecord() {
    join(0, 7);
    beatFor(DEAD - BEAT);

    assertThat(liveness.beat(nowNs + BEAT)).isEqualTo(new NodesDied(List.of(0), List.of(7)));
  }

  @Test
  void aMasterThatSleptGivesNobodyUp() {
    join(0, 1);
    nowNs += 100 * DEAD;

    assertThat(liveness.beat(nowNs)).as("reports wait unread").isNull();
    assertThat(avoided()).isEmpty();
    assertThat(beatFor(DEAD)).as("the time awake counts").containsExactly(0);
  }

  @Test
  void aReportThatIsReadBeforeTheLateBeatGivesNoLongerLease() {
    join(0, 1);
    join(1, 1);
    nowNs += 100 * DEAD;
    liveness.heard(nowNs, 0, 1);
    liveness.beat(nowNs);
    liveness.heard(nowNs, 1, 1);

    assertThat(beatFor(DEAD)).containsExactly(0, 1);
  }

  @Test
  void aNewLeaderGivesEveryNodeANewLease() {
    join(0, 1);
    beatFor(DEAD - BEAT);
    liveness = leader(nowNs);

    assertThat(beatFor(DEAD - BEAT)).isEmpty();
    assertThat(beatFor(BEAT)).containsExactly(0);
  }

  @Test
  void theDeadAreNotAvoidedAndHaveALeaseAgainWhenTheyJoin() {
    join(0, 1);
    beatFor(DEAD);
    machines.apply(new NodesDied(List.of(0), List.of(1)));
    assertThat(liveness.died(nowNs, 0)).isTrue();
    assertThat(avoided()).isEmpty();
    assertThat(liveness.died(nowNs, 0)).as("twice in the log").isFalse();

    join(0, 2);
    assertThat(beatFor(DEAD)).containsExactly(0);
  }

  @Test
  void aLaterEpochThatIsOnRecordStays() {
    join(0, 1);
    beatFor(DEAD);
    join(0, 2);
    machines.apply(new NodesDied(List.of(0), List.of(1)));

    assertThat(liveness.died(nowNs, 0)).isFalse();
    assertThat(machines.has(0)).isTrue();
    assertThat(beatFor(DEAD - BEAT)).isEmpty();
    assertThat(beatFor(BEAT)).as("with a lease of its own").containsExactly(0);
  }
}
