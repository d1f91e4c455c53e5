package dev.muster.core.place;

import static dev.muster.core.fake.Jobs.GIB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.commit.Ask;
import dev.muster.core.commit.CellCopy;
import dev.muster.core.commit.CellEntry.MachineJoined;
import dev.muster.core.commit.CellEntry.MachineLeft;
import dev.muster.core.commit.CellRules;
import dev.muster.core.commit.CellState;
import dev.muster.core.commit.Delta;
import dev.muster.core.commit.Site;
import dev.muster.core.commit.Terms;
import dev.muster.core.commit.Transaction;
import dev.muster.core.fake.ChiSquare;
import dev.muster.core.loop.Chance;
import dev.muster.model.Resources;
import org.junit.jupiter.api.Test;

final class RandomFitTest {

  private static final Resources TASK = new Resources(1_000, GIB);

  private final CellState cell = new CellState(CellRules.standard());
  private final CellCopy copy = new CellCopy();
  private final Delta delta = new Delta();
  private final RandomFit fit = new RandomFit(Chance.of(1, "fit"));
  private final Transaction transaction = new Transaction(1, Terms.STANDARD.bySequence());

  private void machines(int count, int slots) {
    for (int machine = 0; machine < count; machine++) {
      var capacity = new Resources(slots * 1_000L, slots * GIB);
      cell.apply(new MachineJoined(machine, capacity, new Site(0, 0, 0)));
    }
    refresh();
  }

  private void refresh() {
    cell.since(copy.version(0), 0, delta);
    copy.apply(delta, 0);
  }

  private int fill(long firstId, int tasks) {
    return fit.fill(copy, transaction, transaction.ask(Ask.of(1, TASK)), firstId, tasks);
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
    var counts = new long[20];
    for (int at = 0; at < transaction.claims(); at++) {
      counts[transaction.machine(at)]++;
    }
    assertThat(ChiSquare.uniform(counts)).isTrue();
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
}
