package dev.muster.sim.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.event.ClientEvent.JobForgotten;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.DrainNode;
import dev.muster.core.event.Notice.NodeJoined;
import dev.muster.model.Resources;
import dev.muster.sim.drive.NodeMaker;
import dev.muster.sim.swarm.Coverage.ReachKind;
import dev.muster.sim.swarm.Coverage.Reached;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoverageTest {

  private enum Door implements Lifecycle.State<Door> {
    OPEN,
    SHUT;

    @Override
    public boolean mayBecome(Door next) {
      return next != this;
    }
  }

  private static final class Porter implements Actor<NodeEvent> {
    private final Lifecycle<Door> doors = new Lifecycle<>(Door.class);

    @Override
    public void on(long nowNs, NodeEvent event, Effects out) {}

    @Override
    public List<Lifecycle<?>> lifecycles() {
      return List.of(doors);
    }
  }

  private final Coverage coverage = new Coverage();

  @Test
  void whatNeverOccurredIsMissing() {
    coverage.delivered(NodeEvent.at(0), new DrainNode(true));
    coverage.delivered(NodeEvent.at(0), new DrainNode(false));

    assertThat(row(ReachKind.DELIVERED, "NodeEvent.DrainNode").count()).isEqualTo(2);
    assertThat(row(ReachKind.DELIVERED, "NodeEvent.ResizeMachine").isMissing()).isTrue();
    assertThat(row(ReachKind.OUTCOME, "EVICTED").isMissing()).isTrue();
  }

  @Test
  void noticesAreCountedAndOtherPublishedEventsAreNot() {
    coverage.published(new NodeJoined(0, Resources.NONE));
    coverage.published(new JobForgotten(1));

    assertThat(row(ReachKind.NOTICE, "Notice.NodeJoined").count()).isEqualTo(1);
    assertThat(row(ReachKind.NOTICE, "Notice.OutputStored").isMissing()).isTrue();
    assertThat(coverage.rows()).filteredOn(row -> row.count() > 0).hasSize(1);
  }

  @Test
  void transitionsAreCountedThatNobodyMade() {
    var porter = new Porter();
    porter.doors.change(Door.OPEN, Door.SHUT);
    coverage.over(porter.lifecycles());

    assertThat(row(ReachKind.TRANSITION, "Door OPEN -> SHUT").count()).isEqualTo(1);
    assertThat(row(ReachKind.TRANSITION, "Door SHUT -> OPEN").isMissing()).isTrue();
  }

  @Test
  void everyExcuseIsForSomethingThatExistsAndNeverOccurs() {
    var reached = new Swarm(NodeMaker.PRODUCTION).run(1, 20, _ -> {}).coverage();

    var excused = reached.rows().stream().filter(row -> !row.why().isEmpty()).toList();
    assertThat(excused).hasSize(NotReachable.size()).allMatch(row -> row.count() == 0);
  }

  private Reached row(ReachKind kind, String name) {
    return coverage.rows().stream()
        .filter(row -> row.kind() == kind && row.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
