package dev.muster.core.master;

import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.NodeEvent.NodeExpelled;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.master.NodeLiveness.LivenessState;
import dev.muster.core.master.state.RegisteredMachines;
import dev.muster.model.Load;
import dev.muster.model.Resources;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a master answers to a node that was declared dead, and to reports that come late. */
final class NodeReturnTest {

  private static final Timing TIMING = Timing.standard();
  private static final int NODE = 3;

  private final RegisteredMachines machines = new RegisteredMachines();
  private MachineService service = leader(1, 0);
  private long nowNs;
  private long version;

  private MachineService leader(long term, long sinceNs) {
    var lifecycle = new Lifecycle<>(LivenessState.class);
    return new MachineService(machines, new LeaderLog(term), 0, TIMING, lifecycle, sinceNs);
  }

  private RecordingEffects report(int epoch, int since, int running) {
    var effects = new RecordingEffects();
    var size = size(1, 1);
    service.report(
        nowNs,
        new NodeReport(
            NODE,
            epoch,
            since,
            ++version,
            nowNs,
            size,
            Map.of(),
            size,
            Resources.NONE,
            0,
            running,
            Load.NONE,
            false,
            ""),
        effects);
    return effects;
  }

  private void apply(List<LogEntry> entries) {
    for (var entry : entries) {
      switch (entry) {
        case MachineRegistered registered -> {
          machines.apply(registered);
          service.applied(nowNs, registered, new RecordingEffects());
        }
        case NodesDied died -> {
          machines.apply(died);
          service.applied(nowNs, died, new RecordingEffects());
        }
        default -> throw new AssertionError(entry);
      }
    }
  }

  private void join(int epoch) {
    apply(report(epoch, epoch, 0).appended());
  }

  /** Beats without a report until the master gives the node up; what it appends. */
  private List<LogEntry> giveUp() {
    var effects = new RecordingEffects();
    long endNs = nowNs + TIMING.liveness().deadAfterNs();
    while (nowNs < endNs) {
      nowNs += TIMING.beatNs();
      service.beat(nowNs, effects);
    }
    return effects.appended();
  }

  private static List<Integer> expelled(RecordingEffects effects) {
    return effects.sent(NodeExpelled.class).stream().map(NodeExpelled::epoch).toList();
  }

  @Test
  void aDeadEpochIsExpelledAndTheNextJoins() {
    join(7);
    apply(giveUp());
    assertThat(expelled(report(7, 7, 0))).containsExactly(7);
    assertThat(expelled(report(8, 7, 1))).as("a run of the dead epoch is left").containsExactly(7);

    assertThat(report(8, 8, 0).appended()).hasSize(1);
  }

  @Test
  void aNodeThatStartedAnewUnheardJoinsWithoutRuns() {
    join(7);
    apply(giveUp());
    var answer = report(9, 9, 1);

    assertThat(expelled(answer)).as("schedulers gave that run up").containsExactly(9);
    assertThat(answer.appended()).isEmpty();
    assertThat(report(10, 10, 0).appended()).hasSize(1);
  }

  @Test
  void whoseDeathIsInTheLogJoinsAfterIt() {
    join(7);
    var died = giveUp();
    assertThat(report(8, 8, 1).all()).as("says so again").isEmpty();
    apply(died);

    assertThat(expelled(report(8, 8, 1))).containsExactly(8);
  }

  @Test
  void theLatestEpochThatWasHeardOfDies() {
    join(7);
    report(8, 8, 1); // its registration is lost with the leader

    assertThat(giveUp()).contains(new NodesDied(List.of(NODE), List.of(8)));
  }

  @Test
  void aNewLeaderIgnoresReportsOfEpochsBeforeTheOneOnRecord() {
    join(7);
    join(8);
    service = leader(2, nowNs);

    assertThat(report(7, 7, 0).all()).isEmpty();
    assertThat(giveUp()).containsExactly(new NodesDied(List.of(NODE), List.of(8)));
  }
}
