package dev.muster.core.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.Site;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.cell.TransactionResult;
import dev.muster.core.cell.TransactionResult.MovedClaim;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import dev.muster.core.master.state.cell.CellRules;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.model.Resources;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A copy of the cell while claims of its scheduler are out. */
final class LiveCopyTest {

  private static final Resources SLOT = new Resources(1_000, 1L << 30);
  private static final Site HERE = new Site(0, 0, 0);

  private final CellState cell = new CellState(CellRules.standard());
  private final LiveCopy copy = new LiveCopy();

  private void hear() {
    var delta = new DeltaBuffer();
    cell.fillDelta(copy.cell.version(0), 0, delta);
    copy.takeIn(0, new CellDelta(0, 1, List.of(), List.of(delta.toDelta())));
  }

  @Test
  void aClaimThatTheCellPutOnAMachineNotHeardOfIsNotCounted() {
    cell.apply(new MachineJoined(0, SLOT, HERE));
    cell.apply(new MachineJoined(3, SLOT, HERE));
    hear();
    var draft = new Draft(0, TransactionOptions.STANDARD, Request.of(1, SLOT));
    copy.begin(draft);
    draft.claim(copy.cell, 0, ReservationTable.NONE);
    var none = new MachineRows().pack();

    copy.learn(new TransactionResult(List.of(), List.of(new MovedClaim(0, 2)), none));

    assertThat(copy.cell.has(2)).isFalse();
    assertThat(copy.cell.openIn(0)).as("the one asked for is free again").isEqualTo(2);
    copy.cell.claim(0, SLOT);
    copy.learn(new TransactionResult(List.of(), List.of(new MovedClaim(0, 70)), none));
    assertThat(copy.cell.isOpen(0)).isTrue();
    cell.apply(new MachineJoined(2, SLOT, HERE));
    hear();
    assertThat(copy.cell.openIn(0)).isEqualTo(3);
  }
}
