package dev.muster.sim.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.check.Observer;
import dev.muster.core.actor.Role;
import dev.muster.core.event.ClientEvent;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec.CellMachines;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A cell whose first node has joined when a job comes, and whose other nodes join later. */
final class GrowingCellTest {

  private static final long S = 1_000_000_000L;
  private static final int NODES = 4;
  private static final int TASKS = 40;
  private static final Resources UNIT = new Resources(1_000, 1L << 30);

  /** Nothing that later nodes send arrives before they have joined: one each second. */
  private static final Network JOINING_LATE =
      (nowNs, from, to) ->
          from.role() == Role.NODE && nowNs < from.index() * S ? Network.LOST : nowNs + S / 1_000;

  private final int[] ran = new int[NODES];
  private final List<JobReport> ends = new ArrayList<>();

  private static CellSpec spec(List<Resources> machines) {
    var like = CellSpec.of(1, NODES, UNIT);
    return new CellSpec(
        like.seed(),
        like.schedulers(),
        new CellMachines(machines, List.of(), like.node()),
        like.timing(),
        like.sampling(),
        like.thinking(),
        like.sharing(),
        like.estimated(),
        like.monitor());
  }

  private JobReport run(List<Resources> machines, Resources need) {
    var cell =
        new SimCell(
            spec(machines),
            SchedulerMaker.PRODUCTION,
            NodeMaker.PRODUCTION,
            JOINING_LATE,
            (node, _) -> {
              ran[node]++;
              return S;
            },
            _ -> 0,
            Observer.NONE,
            this::receive);
    var stage = StageSpec.of("work", TASKS, need, List.of("modelled"));
    cell.submit(S / 10, "job", JobSpec.of("job", stage).withPolicy(JobSpec.SAMPLED));
    cell.simulation().runUntil(100 * S);
    return ends.getFirst();
  }

  private void receive(ClientEvent event) {
    if (event instanceof ClientEvent.JobEnded(var report)) {
      ends.add(report);
    }
  }

  /** On its first node alone the job would take 40 s; with all from the start, 10 s. */
  @Test
  void everyNodeThatJoinsTakesPart() {
    var report = run(Collections.nCopies(NODES, UNIT), UNIT);

    assertThat(report.state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(IntStream.of(ran)).allMatch(tasks -> tasks >= TASKS / NODES / 2);
    assertThat(report.durationMs()).isLessThan(13_000);
  }

  @Test
  void aJobTooLargeForTheFirstNodesWaitsForTheLast() {
    var large = new Resources(8_000, 8L << 30);
    var report = run(List.of(UNIT, UNIT, UNIT, large), new Resources(2_000, 2L << 30));

    assertThat(report.state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(ran).containsExactly(0, 0, 0, TASKS);
  }
}
