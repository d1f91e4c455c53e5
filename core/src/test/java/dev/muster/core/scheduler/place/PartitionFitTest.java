package dev.muster.core.scheduler.place;

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
import dev.muster.core.scheduler.place.PartitionFit.Preferred;
import dev.muster.core.scheduler.place.PartitionFit.Way;
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

  private List<Integer> fill(Way way, int tasks, Preferred preferred) {
    draft.clear();
    int ask = draft.request(Request.of(1, SLOT));
    int found = fit.fill(1_000, way, copy, draft, ask, tasks, preferred);
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
    assertThat(fill(Way.LATENCY, 4, Preferred.NONE)).containsOnly(1).hasSize(4);
    assertThat(fill(Way.LATENCY, 10, Preferred.NONE)).containsExactly(1, 1, 1, 1, 1, 1, 2, 2, 2, 2);
  }

  @Test
  void qualityTakesTheBestPartitionHoweverOldTheNewsOfIt() {
    partition(0, 100, 300).partition(1, 10, 900).partition(2, 200, 100);
    assertThat(fill(Way.QUALITY, 12, Preferred.NONE))
        .containsExactly(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0);
  }

  @Test
  void ofPartitionsThatAreAsGoodTheFreshestIsTaken() {
    partition(0, 0, 300).partition(1, 0, 900).partition(2, 0, 100);
    assertThat(fill(Way.QUALITY, 3, Preferred.NONE)).containsOnly(1);
  }

  @Test
  void partitionsThatWereHeardOfTogetherAreUsedAsOne() {
    partition(0, 10, 900).partition(1, 10, 900).partition(2, 10, 100);
    long[] counts = new long[2];
    for (int round = 0; round < 1_000; round++) {
      int chosen = fill(Way.LATENCY, 1, Preferred.NONE).getFirst();
      counts[chosen]++;
      copy.takeBack(draft.machine(0), SLOT);
    }
    assertThat(ChiSquare.uniform(counts)).isTrue();
    assertThat(fill(Way.LATENCY, 22, Preferred.NONE).subList(20, 22)).containsOnly(2);
  }

  @Test
  void anywhereUsesThemAll() {
    partition(0, 10, 300).partition(1, 10, 900).partition(2, 10, 100);
    assertThat(fill(Way.ANYWHERE, 30, Preferred.NONE)).hasSize(30);
    assertThat(fill(Way.ANYWHERE, 1, Preferred.NONE)).isEmpty();
  }

  @Test
  void preferredMachinesComeFirstEverywhereForQualityAndInFreshPartitionsForLatency() {
    partition(0, 10, 300).partition(1, 10, 900).partition(2, 10, 100);
    List<Integer> asked = new ArrayList<>();
    Preferred noting =
        (partition, _) -> {
          asked.add(partition);
          return 0;
        };
    fill(Way.LATENCY, 15, noting);
    assertThat(asked).containsExactly(1, 0);
    asked.clear();
    fill(Way.QUALITY, 2, noting);
    assertThat(asked).containsExactly(PartitionFit.EVERY);
  }
}
