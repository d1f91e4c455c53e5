package dev.muster.core.scheduler.place.toy;

import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.fake.Effect;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.SchedulerCell;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Require;
import dev.muster.model.RunResult;
import dev.muster.model.Where;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A new policy is a package and one line. */
final class FirstNodePlacerTest {

  private final SchedulerCell cell =
      new SchedulerCell(0, context -> List.of(new FirstNodePlacer(context)));

  private static int nodeOf(RecordingEffects out) {
    return out.only(Effect.Send.class).stream()
        .filter(send -> send.event() instanceof PlaceTask)
        .map(send -> send.to().index())
        .distinct()
        .reduce((_, _) -> -1)
        .orElse(-1);
  }

  @Test
  void runsAJobOfTwoStagesToItsEndOnTheFirstNodeThatMayRunEach() {
    cell.scheduler.tell(
        new MachineList(
            1,
            List.of(
                new Machine(3, size(4, 4)),
                new Machine(5, size(4, 4), Map.of("disk", "ssd")),
                new Machine(6, size(4, 4), Map.of("disk", "ssd")))));
    var ssd = Where.ANYWHERE.withRequire(Require.of("disk", "ssd"));
    var spec =
        JobSpec.of("toy", stage("a", 2), stage("b", 1).withAfter("a").withWhere(ssd))
            .withPolicy(FirstNodePlacer.NAME);

    var first = cell.plan(1, spec);
    assertThat(nodeOf(first)).isEqualTo(3);
    var places = first.sent(PlaceTask.class);
    assertThat(places).hasSize(2);
    assertThat(finish(3, places.get(0)).sent(PlaceTask.class)).isEmpty();
    var second = finish(3, places.get(1));
    assertThat(nodeOf(second)).isEqualTo(5);

    var end = finish(5, second.sent(PlaceTask.class).getFirst()).sent(JobFinished.class);
    assertThat(end).singleElement().returns(JobState.SUCCEEDED, one -> one.report().state());
    assertThat(end.getFirst().report().policy()).isEqualTo(FirstNodePlacer.NAME);
  }

  private RecordingEffects finish(int node, PlaceTask place) {
    return cell.finished(node, place.reservation(), place.work(), RunResult.SUCCESS);
  }
}
