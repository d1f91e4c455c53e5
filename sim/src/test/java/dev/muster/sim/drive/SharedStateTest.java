package dev.muster.sim.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.check.Observer;
import dev.muster.core.actor.Chance;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.node.Node;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec.Sharing;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole cells whose jobs claim their room in the state of the cell, in calm weather. */
final class SharedStateTest {

  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;
  private static final Resources UNIT = new Resources(1_000, 1L << 30);
  private static final long DELAY_NS = MS / 2;

  private final List<Node> nodes = new ArrayList<>();
  private final List<ClientEvent.JobEnded> ends = new ArrayList<>();

  private SimCell cell(CellSpec spec) {
    NodeMaker keeping =
        (index, epoch, capacity, master, timing, config, chance, lifecycles) -> {
          var node = new Node(index, epoch, capacity, master, timing, config, chance, lifecycles);
          nodes.add(node);
          return node;
        };
    return new SimCell(
        spec,
        SchedulerMaker.PRODUCTION,
        keeping,
        new Network.Fixed(DELAY_NS),
        (_, _) -> S,
        _ -> 0,
        Observer.NONE,
        this::receive);
  }

  private void receive(ClientEvent event) {
    if (event instanceof ClientEvent.JobEnded ended) {
      ends.add(ended);
    }
  }

  private static CellSpec spec(int schedulers, int machines, long cores) {
    var capacity = new Resources(cores * 1_000, cores << 30);
    return CellSpec.of(7, machines, capacity).withSchedulers(schedulers);
  }

  private static JobSpec job(String name, int tasks, Resources each) {
    return JobSpec.of(name, StageSpec.of("s", tasks, each, List.of("modelled")))
        .withPolicy(JobSpec.SHARED);
  }

  static Stream<TransactionOptions> terms() {
    return Stream.of(
        TransactionOptions.STANDARD,
        TransactionOptions.STANDARD.coarseGrained(),
        TransactionOptions.STANDARD.repairing(),
        TransactionOptions.GANG,
        TransactionOptions.GANG.coarseGrained());
  }

  @ParameterizedTest
  @MethodSource("terms")
  void whatTheCellHasPromisedTheNodeHas(TransactionOptions options) {
    var sharing = Sharing.standard().with(CommitConfig.standard().with(options));
    var cell = cell(spec(3, 20, 4).withSharing(sharing));
    var chance = Chance.of(3, "jobs");
    for (int number = 0; number < 60; number++) {
      var each = new Resources(100L + chance.nextInt(2_000), 1L << 28);
      long atNs = S + chance.nextLong(10 * S);
      cell.submit(atNs, "job-" + number, job("job-" + number, 1 + chance.nextInt(40), each));
    }

    cell.simulation().runUntil(200 * S);

    assertThat(ends).hasSize(60).allMatch(end -> end.report().state() == JobState.SUCCEEDED);
    assertThat(nodes).allMatch(node -> node.brokenPromises() == 0);
    assertThat(cell.state().claims()).isZero();
  }

  @Test
  void gangsThatNeedMoreThanHalfOfTheCellBothFinish() {
    var sharing = Sharing.standard().with(CommitConfig.gangs());
    var cell = cell(spec(2, 10, 1).withSharing(sharing));
    for (int number = 0; number < 10; number++) {
      cell.submit(S, "gang-" + number, job("gang-" + number, 6 + number % 5, UNIT));
    }

    cell.simulation().runUntil(60 * S);

    assertThat(ends).hasSize(10).allMatch(end -> end.report().state() == JobState.SUCCEEDED);
    assertThat(ends).allMatch(end -> end.report().stages().getFirst().attempts() <= 10);
  }

  @Test
  void bothKindsOfJobsShareOneCell() {
    var cell = cell(spec(2, 5, 2));
    for (int number = 0; number < 20; number++) {
      var job = job("job-" + number, 10, UNIT);
      cell.submit(S, job.name(), number % 2 == 0 ? job : job.withPolicy("sampled"));
    }

    cell.simulation().runUntil(120 * S);

    assertThat(ends).hasSize(20).allMatch(end -> end.report().state() == JobState.SUCCEEDED);
    assertThat(ends).extracting(end -> end.report().policy()).contains("shared", "sampled");
    assertThat(cell.state().claims()).isZero();
  }
}
