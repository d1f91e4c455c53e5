package dev.muster.core.scheduler.place.commit;

import static dev.muster.core.fake.Jobs.GIB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.CellEntry.MachineLeft;
import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.Site;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.fake.ChiSquare;
import dev.muster.core.master.state.cell.CellRules;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.model.Resources;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class RandomFitTest {

  private static final Resources TASK = new Resources(1_000, GIB);
  private static final Resources LARGE = new Resources(1_000_000_000L, 1_000_000 * GIB);

  private final CellState cell = new CellState(CellRules.standard());
  private final Replica copy = new Replica();
  private final DeltaBuffer delta = new DeltaBuffer();
  private final RandomFit fit = RandomFit.even(Chance.of(1, "fit"));
  private final TransactionBuilder transaction =
      new TransactionBuilder(1, TransactionOptions.STANDARD.coarseGrained());

  private void machines(int count, int slots) {
    for (int machine = 0; machine < count; machine++) {
      var capacity = new Resources(slots * 1_000L, slots * GIB);
      cell.apply(new MachineJoined(machine, capacity, new Site(0, 0, 0)));
    }
    refresh();
  }

  private void refresh() {
    refresh(0);
  }

  private void refresh(int partition) {
    cell.fillDelta(copy.version(partition), partition, delta);
    copy.apply(delta, 0);
  }

  private int fill(long firstId, int tasks) {
    return fit.fill(copy, transaction, transaction.request(Request.of(1, TASK)), firstId, tasks);
  }

  @Test
  void fillsTheCellToTheLastSlotAndNoFurther() {
    machines(100, 3);
    assertThat(fill(1, 250)).isEqualTo(250);
    assertThat(fill(251, 100)).isEqualTo(50);
    assertThat(fill(301, 1)).isZero();
    var decision = cell.commit(0, transaction);
    assertThat(decision.accepted()).as("the cell agrees, by sequence too").isEqualTo(300);
  }

  @Test
  void numbersFollowEachOther() {
    machines(10, 1);
    fill(7, 3);
    assertThat(transaction.claims()).isEqualTo(3);
    assertThat(transaction.id(0)).isEqualTo(7);
    assertThat(transaction.id(2)).isEqualTo(9);
  }

  @Test
  void everyMachineWithRoomIsAsLikely() {
    machines(20, 1_000_000);
    fill(0, 100_000);
    assertThat(ChiSquare.uniform(counts(20))).isTrue();
  }

  @Test
  void machinesThatLeftAreNotDrawn() {
    machines(10, 1);
    fill(0, 1);
    cell.apply(new MachineLeft(3));
    refresh();
    transaction.clear();
    fill(100, 10);
    for (int at = 0; at < transaction.claims(); at++) {
      assertThat(transaction.machine(at)).isNotEqualTo(3);
    }
  }

  @Test
  void anEmptyCellTakesNothing() {
    assertThat(fill(0, 5)).isZero();
  }

  @Test
  void everyMachineWithRoomIsAsLikelyWhateverItsPartition() {
    for (int machine = 0; machine < 20; machine++) {
      cell.apply(new MachineJoined(machine, LARGE, new Site(0, machine < 3 ? 0 : 1, 0)));
    }
    refresh(0);
    refresh(1);
    fill(0, 100_000);
    assertThat(ChiSquare.uniform(counts(20))).isTrue();
  }

  @Test
  void theBetterAMachineTheMoreLikely() {
    var graded = RandomFit.byGrade(Chance.of(2, "fit"));
    for (int machine = 0; machine < 2; machine++) {
      cell.apply(new MachineJoined(machine, LARGE, new Site(0, 0, 0, 50 * (machine + 1))));
    }
    refresh(0);
    graded.fill(copy, transaction, transaction.request(Request.of(1, TASK)), 0, 90_000);
    var counts = counts(2);
    assertThat((double) counts[1] / counts[0]).isBetween(1.95, 2.05);
  }

  @Test
  void theBestMachineMayLeaveAndDrawsStayFew() {
    for (int machine = 0; machine < 10; machine++) {
      int grade = machine == 0 ? Site.MAX_GRADES - 1 : 1;
      cell.apply(new MachineJoined(machine, LARGE, new Site(0, 0, 0, grade)));
    }
    refresh();
    cell.apply(new MachineLeft(0));
    refresh();
    var chance = Chance.of(3, "fit");
    int ask = transaction.request(Request.of(1, TASK));

    RandomFit.byGrade(chance).fill(copy, transaction, ask, 0, 1_000);

    assertThat(transaction.claims()).isEqualTo(1_000);
    long next = chance.nextLong();
    var same = Chance.of(3, "fit");
    long mostNumbers = 1_000L * 2 * RandomFit.MAX_DRAWS;
    assertThat(LongStream.generate(same::nextLong).limit(mostNumbers).anyMatch(n -> n == next))
        .as("each draw takes two numbers, and the next one is not far")
        .isTrue();
    assertThat(Arrays.stream(counts(10)).skip(1)).allMatch(count -> count > 50);
  }

  @Test
  void aPartitionIsFilledWithoutATouchOfOthers() {
    for (int machine = 0; machine < 10; machine++) {
      cell.apply(new MachineJoined(machine, TASK, new Site(0, machine % 2, 0)));
    }
    refresh(0);
    refresh(1);
    assertThat(fit.fillIn(1, copy, transaction, transaction.request(Request.of(1, TASK)), 7))
        .isEqualTo(5);
    for (int at = 0; at < transaction.claims(); at++) {
      assertThat(transaction.machine(at) % 2).isEqualTo(1);
    }
    assertThat(copy.openIn(0)).isEqualTo(5);
  }

  @Test
  void machinesWithTooLittleAreThereAgainForSmallerTasks() {
    machines(4, 1);
    int large = transaction.request(Request.of(1, new Resources(2_000, GIB)));
    assertThat(fit.fill(copy, transaction, large, 0, 4)).isZero();
    assertThat(fill(0, 9)).isEqualTo(4);
  }

  private long[] counts(int machines) {
    var counts = new long[machines];
    for (int at = 0; at < transaction.claims(); at++) {
      counts[transaction.machine(at)]++;
    }
    return counts;
  }
}
