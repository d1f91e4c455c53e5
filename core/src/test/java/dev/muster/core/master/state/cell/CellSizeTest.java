package dev.muster.core.master.state.cell;

import static dev.muster.core.master.state.cell.CellStory.MACHINE;
import static dev.muster.core.master.state.cell.CellStory.TASK;
import static dev.muster.core.master.state.cell.CellStory.asking;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.OwnerLimits;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.Site;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.model.Resources;
import org.junit.jupiter.api.Test;

/** A large cell in little memory, and its snapshot. */
final class CellSizeTest {

  private static final int MACHINES = 100_000;
  private static final int CLAIMS = 1_000_000;
  private static final Resources SMALL = new Resources(400, 1);

  private static CellState large() {
    var cell = new CellState(CellRules.standard());
    for (int machine = 0; machine < MACHINES; machine++) {
      cell.apply(new MachineJoined(machine, MACHINE, new Site(machine / 40, machine / 5_000, 0)));
    }
    for (int first = 0; first < CLAIMS; first += 100) {
      var batch = asking(first % 7, TransactionOptions.STANDARD, Request.of(first, SMALL));
      for (int id = first; id < first + 100; id++) {
        batch.claim(id, (int) (id * 7L % MACHINES), 0, 0);
      }
      cell.commit(0, batch);
    }
    return cell;
  }

  @Test
  void aHundredThousandMachinesAndAMillionClaims() {
    var cell = large();
    assertThat(cell.claims()).isEqualTo(CLAIMS);
    assertThat(cell.bytes()).isLessThan(128L << 20);
    assertThat(CellState.restore(cell.rules(), cell.save()).digest()).isEqualTo(cell.digest());
  }

  @Test
  void aRestoredCellGoesOn() {
    var story = new CellStory(2);
    story.cell.apply(new MachineJoined(5, MACHINE.with("gpu", 1), CellStory.HERE));
    story.cell.apply(new LimitsSet(1, OwnerLimits.NONE.withClaims(2)));
    story.commit(CellStory.one(1, 1, 5, TASK.with("gpu", 1)));
    story.commit(CellStory.one(1, 2, 0, TASK));
    story.decide(CellStory.release(1, 2));

    var restored = CellState.restore(story.cell.rules(), story.cell.save());
    assertThat(restored.claims()).as("promises are not saved").isEqualTo(2);
    assertThat(restored.free(5).named("gpu")).isZero();
    assertThat(restored.sequence(5)).isEqualTo(story.cell.sequence(5));
    assertThat(restored.version(0)).isEqualTo(story.cell.version(0));
    var rejected = restored.commit(0, CellStory.one(1, 3, 1, TASK)).rejected();
    assertThat(rejected.getFirst().reason()).isEqualTo(RejectionReason.CLAIM_LIMIT);
  }
}
