package dev.muster.core.scheduler.place.commit;

import static dev.muster.core.fake.Jobs.job;
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
import dev.muster.core.scheduler.ManagedJob;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.model.Resources;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A copy of the cell while claims of its scheduler are out. */
final class OptimisticReplicaTest {

  private static final Resources SLOT = new Resources(1_000, 1L << 30);
  private static final Site HERE = new Site(0, 0, 0);

  private final CellState cell = new CellState(CellRules.standard());
  private final OptimisticReplica copy = new OptimisticReplica();

  private void hear() {
    var delta = new DeltaBuffer();
    cell.fillDelta(copy.cell.version(0), 0, delta);
    copy.apply(0, new CellDelta(0, 1, List.of(), List.of(delta.toDelta())));
  }

  @Test
  void aClaimThatTheCellPutOnAMachineNotHeardOfIsNotCounted() {
    cell.apply(new MachineJoined(0, SLOT, HERE));
    cell.apply(new MachineJoined(3, SLOT, HERE));
    hear();
    var batch = new ClaimBatch(0, TransactionOptions.STANDARD, Request.of(1, SLOT));
    copy.begin(batch);
    batch.claim(copy.cell, ManagedJob.of(job(1)).start(0, AttemptState.CLAIMING));
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
