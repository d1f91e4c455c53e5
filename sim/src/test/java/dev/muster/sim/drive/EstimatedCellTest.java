package dev.muster.sim.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.check.Observer;
import dev.muster.core.actor.Launch;
import dev.muster.core.event.ClientEvent;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs of the policy {@code estimated} in whole cells. */
final class EstimatedCellTest {

  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;
  private static final Resources UNIT = new Resources(1_000, 1L << 30);

  private final List<JobReport> ends = new ArrayList<>();
  private final List<Integer> started = new ArrayList<>();
  private long taskNs = S;

  private SimCell cell(long seed, int nodes, int slots) {
    var observer =
        new Observer() {
          @Override
          public void launched(int node, Launch launch) {
            started.add(node);
          }
        };
    return new SimCell(
        CellSpec.of(seed, nodes, new Resources(1_000L * slots, slots * (1L << 30))),
        SchedulerMaker.PRODUCTION,
        NodeMaker.PRODUCTION,
        new Network.Fixed(MS / 2),
        (_, _) -> taskNs,
        _ -> 0,
        observer,
        this::hear);
  }

  private void hear(ClientEvent event) {
    if (event instanceof ClientEvent.JobEnded(JobReport report)) {
      ends.add(report);
    }
  }

  private static StageSpec stage(String name, int tasks) {
    return StageSpec.of(name, tasks, UNIT, List.of("modelled"));
  }

  private static JobSpec job(StageSpec... stages) {
    return JobSpec.of("job", stages).withPolicy(JobSpec.ESTIMATED);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aJobOfTwoStagesRunsToItsEndAndUsesAllNodes(long seed) {
    var cell = cell(seed, 10, 2);
    cell.submit(S, "job", job(stage("a", 100), stage("b", 20).withAfter("a")));
    cell.simulation().runUntil(60 * S);
    assertThat(ends).singleElement().returns(JobState.SUCCEEDED, JobReport::state);
    assertThat(started).hasSize(120).contains(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(ends.getFirst().durationMs()).isLessThan(9_000);
  }

  @Test
  void tasksWithoutTokensUseWhatIsIdle() {
    var cell = cell(1, 10, 2);
    cell.submit(S, "job", job(stage("a", 20)).withTokens(5));
    cell.simulation().runUntil(2 * S);
    assertThat(started).hasSizeBetween(6, 20);
    cell.simulation().runUntil(60 * S);
    assertThat(ends).singleElement().returns(JobState.SUCCEEDED, JobReport::state);
  }
}
