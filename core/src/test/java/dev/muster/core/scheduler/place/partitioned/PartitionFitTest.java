package dev.muster.core.scheduler.place.partitioned;

import static dev.muster.core.fake.Jobs.GIB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.PartitionDelta;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.Site;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.fake.ChiSquare;
import dev.muster.core.master.state.cell.CellRules;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.core.scheduler.place.Thinking.SearchOrder;
import dev.muster.core.scheduler.place.commit.CommitStrategy.PreferredFill;
import dev.muster.core.scheduler.place.commit.Replica;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Three partitions of ten one-slot machines: machine 0 to 9 are in the first, and so on. */
final class PartitionFitTest {

  private static final Resources SLOT = new Resources(1_000, GIB);
  private static final int EACH = 10;

  private final CellState cell = new CellState(CellRules.standard());
  private final Replica copy = new Replica();
  private final PartitionFit fit = new PartitionFit(Chance.of(1, "fit"));
  private final TransactionBuilder draft = new TransactionBuilder(1, TransactionOptions.STANDARD);

  private PartitionFitTest partition(int number, int grade, long heardNs) {
    for (int machine = number * EACH; machine < (number + 1) * EACH; machine++) {
      cell.apply(new MachineJoined(machine, SLOT, new Site(0, number, 0, grade)));
    }
    var delta = new DeltaBuffer();
    cell.fillDelta(PartitionDelta.NEVER, number, delta);
    copy.apply(delta, heardNs);
    return this;
  }

  private List<Integer> fill(SearchOrder order, int tasks, PreferredFill preferred) {
    draft.clear();
    int ask = draft.request(Request.of(1, SLOT));
    int found = fit.fill(1_000, order, copy, draft, ask, tasks, preferred);
    List<Integer> partitions = new ArrayList<>();
    for (int at = 0; at < draft.claims(); at++) {
      partitions.add(copy.partition(draft.machine(at)));
    }
    assertThat(partitions).hasSize(found);
    return partitions;
  }

  @Test
  void latencyTakesTheFreshestPartitionAndThenTheNext() {
    partition(0, 100, 300).partition(1, 10, 900).partition(2, 200, 500);
    assertThat(fill(SearchOrder.LATENCY, 4, PreferredFill.NONE)).containsOnly(1).hasSize(4);
    assertThat(fill(SearchOrder.LATENCY, 10, PreferredFill.NONE))
        .containsExactly(1, 1, 1, 1, 1, 1, 2, 2, 2, 2);
  }

  @Test
  void qualityTakesTheBestPartitionHoweverOldTheNewsOfIt() {
    partition(0, 100, 300).partition(1, 10, 900).partition(2, 200, 100);
    assertThat(fill(SearchOrder.QUALITY, 12, PreferredFill.NONE))
        .containsExactly(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0);
  }

  @Test
  void ofPartitionsThatAreAsGoodTheFreshestIsTaken() {
    partition(0, 0, 300).partition(1, 0, 900).partition(2, 0, 100);
    assertThat(fill(SearchOrder.QUALITY, 3, PreferredFill.NONE)).containsOnly(1);
  }

  @Test
  void partitionsThatWereHeardOfTogetherAreUsedAsOne() {
    partition(0, 10, 900).partition(1, 10, 900).partition(2, 10, 100);
    long[] counts = new long[2];
    for (int round = 0; round < 1_000; round++) {
      int chosen = fill(SearchOrder.LATENCY, 1, PreferredFill.NONE).getFirst();
      counts[chosen]++;
      copy.takeBack(draft.machine(0), SLOT);
    }
    assertThat(ChiSquare.uniform(counts)).isTrue();
    assertThat(fill(SearchOrder.LATENCY, 22, PreferredFill.NONE).subList(20, 22)).containsOnly(2);
  }

  @Test
  void anywhereUsesThemAll() {
    partition(0, 10, 300).partition(1, 10, 900).partition(2, 10, 100);
    assertThat(fill(SearchOrder.ANYWHERE, 30, PreferredFill.NONE)).hasSize(30);
    assertThat(fill(SearchOrder.ANYWHERE, 1, PreferredFill.NONE)).isEmpty();
  }

  @Test
  void preferredMachinesComeFirstEverywhereForQualityAndInFreshPartitionsForLatency() {
    partition(0, 10, 300).partition(1, 10, 900).partition(2, 10, 100);
    List<Integer> asked = new ArrayList<>();
    PreferredFill noting =
        (partition, _) -> {
          asked.add(partition);
          return 0;
        };
    fill(SearchOrder.LATENCY, 15, noting);
    assertThat(asked).containsExactly(1, 0);
    asked.clear();
    fill(SearchOrder.QUALITY, 2, noting);
    assertThat(asked).containsExactly(PreferredFill.EVERY);
  }
}
