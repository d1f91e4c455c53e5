package dev.muster.core.master.state.cell;

import static dev.muster.core.master.state.cell.CellStory.MACHINE;
import static dev.muster.core.master.state.cell.CellStory.asking;
import static dev.muster.core.master.state.cell.CellStory.cpus;
import static dev.muster.core.master.state.cell.CellStory.one;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.Site;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import org.junit.jupiter.api.Test;

/** The cell puts a claim elsewhere instead of refusing it. */
final class RepairTest {

  private final CellStory story = new CellStory(0);

  private void join(int machine, int partition, int kind) {
    story.cell.apply(new MachineJoined(machine, MACHINE, new Site(0, partition, kind)));
  }

  private static TransactionBuilder repairing(long id, int machine) {
    var transaction = asking(2, TransactionOptions.STANDARD.repairing(), Request.of(1, cpus(3)));
    transaction.claim(id, machine, 0, 0);
    return transaction;
  }

  @Test
  void onTheNextMachineOfTheSamePartitionAndKind() {
    join(0, 0, 0);
    join(1, 1, 0);
    join(2, 0, 1);
    join(3, 0, 0);
    story.commit(one(1, 1, 0, cpus(2)));

    assertThat(story.commit(repairing(1, 0)).machineOf(0)).isEqualTo(3);
    assertThat(story.cell.free(3)).isEqualTo(MACHINE.minus(cpus(3)));
    assertThat(story.commit(repairing(2, 0)).accepted()).as("3 is full too").isZero();
  }

  @Test
  void onlyIfTheTransactionAllowsIt() {
    join(0, 0, 0);
    join(1, 0, 0);
    story.commit(one(1, 1, 0, cpus(2)));
    assertThat(story.commit(one(2, 1, 0, cpus(3))).accepted()).isZero();
  }

  @Test
  void theSearchHasALimit() {
    for (int machine = 0; machine <= TransactionDecider.MAX_REPAIR_CANDIDATES + 1; machine++) {
      join(machine, 0, 0);
    }
    for (int machine = 0; machine <= TransactionDecider.MAX_REPAIR_CANDIDATES; machine++) {
      story.commit(one(1, machine, machine, cpus(2)));
    }
    assertThat(story.commit(repairing(1, 0)).accepted()).isZero();
    assertThat(story.commit(repairing(1, 1)).machineOf(0))
        .isEqualTo(TransactionDecider.MAX_REPAIR_CANDIDATES + 1);
  }

  @Test
  void aClaimThatComesTooLateByItsSequenceIsRepairedToo() {
    join(0, 0, 0);
    join(1, 0, 0);
    var options = TransactionOptions.STANDARD.coarseGrained().repairing();
    var transaction = asking(2, options, Request.of(1, cpus(1)));
    transaction.claim(1, 0, 0, CellStory.JOINED + 7);
    assertThat(story.commit(transaction).machineOf(0)).isEqualTo(1);
  }
}
