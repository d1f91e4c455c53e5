package dev.muster.core.scheduler.place.commit;

import static dev.muster.core.fake.Jobs.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.PartitionDelta;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.Site;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.cell.TransactionResult;
import dev.muster.core.cell.TransactionResult.MovedClaim;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import dev.muster.core.master.state.cell.CellRules;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.core.scheduler.job.ManagedJob;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.model.Resources;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A copy of the cell while claims of its scheduler are out. */
final class OptimisticReplicaTest {

  private static final Resources SLOT = new Resources(1_000, 1L << 30);
  private static final Site HERE = new Site(0, 0, 0);

  private final CellState cell = new CellState(CellRules.standard());
  private final OptimisticReplica copy = new OptimisticReplica(new CellNodes());

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
    copy.begin(0, TransactionOptions.STANDARD, Request.of(1, SLOT));
    copy.claim(ManagedJob.of(job(1)).start(0, AttemptState.CLAIMING));
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

  /** The claim moves to partition 1, of which a delta tells with the claim before the answer. */
  @Test
  void aMovedClaimThatADeltaHasCountedIsNotCountedAgain() {
    var two = SLOT.plus(SLOT);
    cell.apply(new MachineJoined(0, two, HERE));
    cell.apply(new MachineJoined(1, two, new Site(0, 1, 0)));
    var deltas = List.of(whole(0), whole(1));
    copy.apply(0, new CellDelta(0, 2, List.of(), deltas));
    copy.begin(0, TransactionOptions.STANDARD, Request.of(1, SLOT));
    copy.claim(ManagedJob.of(job(1)).start(0, AttemptState.CLAIMING));
    var moved = new TransactionBuilder(0, TransactionOptions.STANDARD);
    moved.claim(1, 1, moved.request(Request.of(1, SLOT)), 0);
    cell.commit(0, moved);

    copy.applyMeanwhile(0, new CellDelta(1, 2, List.of(), List.of(whole(1))), true);
    var none = new MachineRows().pack();
    copy.learn(new TransactionResult(List.of(), List.of(new MovedClaim(0, 1)), none));

    assertThat(copy.cell.free(0)).as("taken back").isEqualTo(two);
    assertThat(copy.cell.free(1)).as("counted once").isEqualTo(SLOT);
  }

  private PartitionDelta whole(int partition) {
    var delta = new DeltaBuffer();
    cell.fillDelta(PartitionDelta.NEVER, partition, delta);
    return delta.toDelta();
  }
}
