package dev.muster.check;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.core.cell.Container;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.ContainersGranted;
import dev.muster.core.event.SchedulerEvent.ContainersWithdrawn;
import dev.muster.model.Demand;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import dev.muster.model.WeakestTier;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Doctored traces of a job of the policy hybrid. */
class ContainersTest {

  private static final Resources NEED = new Resources(1_000, 1);
  private static final JobSpec JOB =
      JobSpec.of("job", StageSpec.of("a", 9, NEED, List.of("modelled"))).withPolicy(JobSpec.HYBRID);

  private final Observer check = new ContainerCheck();

  @BeforeEach
  void assign() {
    check.delivered(SchedulerEvent.at(0), new AssignJob(1, JOB, ClientEvent.at(0), 0));
  }

  private void grant(long term, long claim, int node) {
    check.sent(
        SchedulerEvent.at(0),
        new ContainersGranted(term, 1, 0, List.of(new Container(claim, node))));
  }

  private void launch(int node, long number, Tier tier) {
    var work = Work.of(1, JOB, 0, 0, 1);
    var demand = Demand.of(NEED).with(tier);
    check.sent(NodeEvent.at(node), new PlaceTask(SchedulerEvent.at(0), number, demand, work));
    check.launched(node, new Launch(number, 0, demand, work));
  }

  private void promote(int node, long number) {
    check.sent(NodeEvent.at(node), new PromoteTask(SchedulerEvent.at(0), number, ""));
  }

  @Test
  void aGrantMayBeRepeated() {
    grant(1, 7, 3);
    grant(2, 7, 3);
    launch(3, 7, Tier.GUARANTEED);
    launch(4, 8, Tier.OPPORTUNISTIC);
    grant(2, 8, 4);
    assertThatCode(() -> promote(4, 8)).doesNotThrowAnyException();
  }

  @Test
  void aNumberIsGrantedOnOneNode() {
    grant(1, 7, 3);
    assertThatThrownBy(() -> grant(1, 7, 4))
        .isInstanceOf(BrokenPromise.class)
        .hasMessageContaining("node-3 and on node-4");
  }

  @Test
  void whatIsWithdrawnIsNotGranted() {
    check.sent(SchedulerEvent.at(0), new ContainersWithdrawn(1, 1, 0, List.of(7L)));
    grant(2, 7, 3); // by a leader that has said no such thing
    assertThatThrownBy(() -> grant(1, 7, 3))
        .isInstanceOf(BrokenPromise.class)
        .hasMessageContaining("was withdrawn");
  }

  @Test
  void guaranteedTasksHaveContainersOnTheirNodes() {
    assertThatThrownBy(() -> launch(3, 7, Tier.GUARANTEED)).isInstanceOf(BrokenPromise.class);
    grant(1, 7, 4);
    assertThatThrownBy(() -> launch(3, 7, Tier.GUARANTEED))
        .isInstanceOf(BrokenPromise.class)
        .hasMessageContaining("launched on node-3");
  }

  @Test
  void noTaskIsPromotedWithoutContainer() {
    launch(3, 7, Tier.OPPORTUNISTIC);
    assertThatThrownBy(() -> promote(3, 7))
        .isInstanceOf(BrokenPromise.class)
        .hasMessageContaining("promoted on node-3");
  }

  @Test
  void othersPromoteAsTheyLike() {
    var other = JOB.withPolicy(JobSpec.ESTIMATED);
    check.delivered(SchedulerEvent.at(0), new AssignJob(2, other, ClientEvent.at(0), 0));
    var place =
        new PlaceTask(
            SchedulerEvent.at(0),
            9,
            Demand.of(NEED).with(Tier.OPPORTUNISTIC),
            Work.of(2, other, 0, 0, 1));
    check.sent(NodeEvent.at(3), place);
    assertThatCode(() -> promote(3, 9)).doesNotThrowAnyException();
  }

  @Test
  void noTaskIsOfAWeakerTierThanItsStageAccepts() {
    var firm = JOB.withStages(List.of(JOB.stages().getFirst().withTier(WeakestTier.GUARANTEED)));
    var launch =
        new Launch(7, 0, Demand.of(NEED).with(Tier.OPPORTUNISTIC), Work.of(1, firm, 0, 0, 1));
    assertThatThrownBy(() -> check.launched(3, launch))
        .isInstanceOf(BrokenPromise.class)
        .hasMessageContaining("accepts none");
  }
}
