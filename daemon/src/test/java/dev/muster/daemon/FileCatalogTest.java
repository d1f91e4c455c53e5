package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.event.Notice.JobStarted;
import dev.muster.core.event.Notice.OutputLost;
import dev.muster.core.event.Notice.OutputStored;
import dev.muster.core.event.Notice.StageSizeChanged;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.files.serve.FileLocations;
import dev.muster.files.serve.FileLocations.HeldOutputs;
import dev.muster.files.serve.FileLocations.Holder;
import dev.muster.link.FileEndpoint;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a cell learns of files from outputs that are stored and from nodes that ask. */
class FileCatalogTest {

  private static final String HOME = "home@boot";
  private static final RunResult LEFT = RunResult.SUCCESS.withOutput(5);
  private static final int NODES = 200;

  private final FileCatalog catalog =
      new FileCatalog(HOME, new FileCatalog.CatalogLimits(3, 100, 2));
  private final Set<Integer> away = new TreeSet<>();

  /** Node 0 uses the home of the cell, the others have one each. */
  @BeforeEach
  void open() {
    catalog.open(
        5,
        node -> node < NODES && !away.contains(node),
        node ->
            node < NODES
                ? Optional.of(
                    new FileEndpoint("host:" + (7000 + node), node == 0 ? HOME : "other@boot"))
                : Optional.empty());
  }

  private static Holder node(int node) {
    return new Holder("node-" + node, node == 0 ? "" : "host:" + (7000 + node));
  }

  private static HeldOutputs holding(int node, Integer... tasks) {
    return new HeldOutputs(node(node), List.of(tasks));
  }

  private void plan(long job, int tasks) {
    var count = StageSpec.of("count", tasks, Resources.NONE, List.of("run"));
    var spec = JobSpec.of("job", count);
    catalog.started(new JobStarted(job, spec));
  }

  private void finish(long job, int index, int node, RunResult result) {
    catalog.stored(OutputStored.of(new TaskFinished(node, 1, job, 0, index, result), true));
  }

  private void end(long job) {
    catalog.ended(job);
  }

  @Test
  void aStageMayHaveGrownSinceItsJobWasStarted() {
    plan(1, 2);
    finish(1, 7, 2, LEFT);
    finish(1, 1, 2, LEFT);
    finish(1, 9, 3, LEFT);
    catalog.resized(new StageSizeChanged(1, 0, 10));

    assertThat(catalog.holdings(1, "count", "node-5"))
        .containsExactly(holding(2, 1, 7), holding(3, 9));
  }

  @Test
  void aStageMayHaveGrownBeyondTheTasksThatStoredSomething() {
    plan(1, 2);
    finish(1, 1, 2, LEFT);
    catalog.resized(new StageSizeChanged(1, 0, 10));

    assertThat(catalog.holdings(1, "count", "node-5")).containsExactly(holding(2, 1));
  }

  @Test
  void nobodyReadsTasksThatAStageNoLongerHas() {
    plan(1, 3);
    finish(1, 1, 2, LEFT);
    finish(1, 2, 3, LEFT);
    catalog.lost(new OutputLost(1, 0, 0, true));
    catalog.resized(new StageSizeChanged(1, 0, 0));
    assertThat(catalog.holdings(1, "count", "node-5")).isEmpty();
    plan(1, 2);
    assertThat(catalog.holdings(1, "count", "node-5"))
        .as("the next epoch of the scheduler has the size on record")
        .containsExactly(new HeldOutputs(Holder.NOBODY, List.of(0)), holding(2, 1));
  }

  @Test
  void whoeverRanATaskThatLeftSomethingHoldsIt() {
    plan(1, 5);
    finish(1, 0, 0, LEFT);
    finish(1, 1, 3, LEFT);
    finish(1, 1, 2, LEFT);
    finish(1, 2, 3, RunResult.SUCCESS);
    finish(1, 3, 4, RunResult.failed(1, "alas"));
    finish(1, 4, 2, LEFT);
    assertThat(catalog.holdings(1, "count", "node-9"))
        .containsExactly(holding(0, 0), holding(2, 1, 4));
    assertThat(catalog.elsewhere(1).orElseThrow())
        .as("those with a home of their own that ran anything")
        .containsExactly(node(2), node(3), node(4));
  }

  @Test
  void whileOneIsAwayThoseAreNamedWhoHaveAsked() {
    plan(1, 1);
    finish(1, 0, 1, LEFT);
    for (int asker = 2; asker < 7; asker++) {
      assertThat(catalog.holdings(1, "count", "node-" + asker)).containsExactly(holding(1, 0));
    }
    away.addAll(List.of(1, 5));
    assertThat(catalog.holdings(1, "count", "node-2"))
        .as("a few, the latest first, and not those that are away or ask")
        .containsExactly(holding(1, 0), holding(6), holding(4), holding(3));
  }

  @Test
  void nothingIsBroughtFromADeadNodeUnlessItsJobHadEnded() {
    plan(1, 2);
    plan(2, 1);
    finish(1, 0, 1, LEFT);
    finish(1, 1, 2, LEFT);
    finish(2, 0, 1, LEFT);
    end(2);
    catalog.died(1);
    assertThat(catalog.elsewhere(1).orElseThrow()).containsExactly(node(2));
    assertThat(catalog.elsewhere(2).orElseThrow()).containsExactly(node(1));

    finish(1, 0, 1, LEFT);
    assertThat(catalog.elsewhere(1).orElseThrow()).as("is back").containsExactly(node(1), node(2));
  }

  @Test
  void whatIsLostIsNamedUntilItIsMadeAgain() {
    plan(1, 3);
    IntStream.range(0, 3).forEach(task -> finish(1, task, 1, LEFT));
    assertThat(catalog.holdings(1, "count", "node-4")).hasSize(1);
    catalog.lost(new OutputLost(1, 0, 0, true));
    catalog.lost(new OutputLost(1, 0, 2, false));
    assertThat(catalog.holdings(1, "count", "node-5"))
        .as("with copies, which will do")
        .containsExactly(new HeldOutputs(Holder.NOBODY, List.of(0)), holding(1, 1), holding(4));
    finish(1, 0, 2, LEFT);
    assertThat(catalog.holdings(1, "count", "node-5"))
        .containsExactly(holding(1, 1), holding(2, 0));
  }

  @Test
  void aNodeWhoseAddressIsNotKnownIsNamedAllTheSame() {
    plan(1, 1);
    finish(1, 0, NODES, LEFT);
    var unknown = new Holder("node-" + NODES, Holder.UNKNOWN);
    assertThat(catalog.holdings(1, "count", "node-5"))
        .containsExactly(new HeldOutputs(unknown, List.of(0)));
  }

  @Test
  void whoAskedForAContentIsNamedToTheNext() {
    assertThat(catalog.holders("3f", "node-1")).isEmpty();
    assertThat(catalog.holders("3f", "node-0")).containsExactly(node(1));
    assertThat(catalog.holders("3f", "node-2"))
        .as("node-0 has what the cell has")
        .containsExactly(node(1));
    assertThat(catalog.holders("3f", "somebody")).containsExactlyInAnyOrder(node(1), node(2));
    IntStream.range(10, 20).forEach(node -> catalog.holders("3f", "node-" + node));
    assertThat(catalog.holders("3f", "node-3")).hasSize(FileCatalog.MAX_COPIES);
  }

  @Test
  void ofManyWhoAskedAndManyContentsTheFirstAreForgotten() {
    catalog.holders("3f", "node-1");
    for (int node = 2; node < 2 + FileCatalog.MAX_REQUESTERS; node++) {
      away.add(node);
      catalog.holders("3f", "node-" + node);
    }
    assertThat(catalog.holders("3f", "node-199")).as("node-1 is forgotten").isEmpty();
    catalog.holders("4a", "node-1");
    catalog.holders("5b", "node-1");
    assertThat(catalog.holders("3f", "node-198")).as("all of it is").isEmpty();
    assertThat(catalog.holders("5b", "node-198")).containsExactly(node(1));
  }

  @Test
  void jobsThatHaveNotEndedAreNamedInOrder() {
    assertThat(catalog.running()).isEqualTo(new FileLocations.Running(4, List.of()));
    plan(9, 1);
    plan(8, 1);
    plan(10, 1);
    end(9);
    end(7);
    assertThat(catalog.running()).isEqualTo(new FileLocations.Running(10, List.of(8L, 10L)));
  }

  @Test
  void ofManyEndedJobsTheFirstAreForgotten() {
    for (long job = 1; job <= 4; job++) {
      plan(job, 1);
      finish(job, 0, 1, LEFT);
    }
    List.of(2L, 2L, 1L, 3L).forEach(this::end);
    assertThat(catalog.elsewhere(2)).isPresent();
    end(4);
    assertThat(catalog.elsewhere(2)).isEmpty();
    assertThat(catalog.elsewhere(1)).isPresent();
    assertThatThrownBy(() -> catalog.holdings(2, "count", "node-1")).hasMessage("no job 2");
  }

  @Test
  void soAreThoseWithManyTasksButNeverTheLast() {
    plan(1, 60);
    plan(2, 60);
    plan(3, 1_000);
    end(1);
    end(2);
    assertThat(catalog.elsewhere(1)).isEmpty();
    assertThat(catalog.elsewhere(2)).isPresent();
    end(3);
    assertThat(catalog.elsewhere(2)).isEmpty();
    assertThat(catalog.elsewhere(3)).isPresent();
  }
}
