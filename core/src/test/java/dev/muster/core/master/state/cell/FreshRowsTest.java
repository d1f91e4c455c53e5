package dev.muster.core.master.state.cell;

import static dev.muster.core.cell.RejectionReason.CLAIM_LIMIT;
import static dev.muster.core.master.state.cell.CellStory.JOINED;
import static dev.muster.core.master.state.cell.CellStory.MACHINE;
import static dev.muster.core.master.state.cell.CellStory.TASK;
import static dev.muster.core.master.state.cell.CellStory.asking;
import static dev.muster.core.master.state.cell.CellStory.cpus;
import static dev.muster.core.master.state.cell.CellStory.one;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.CellEntry.MachineLeft;
import dev.muster.core.cell.OwnerLimits;
import dev.muster.core.cell.PartitionDelta;
import dev.muster.core.cell.Rejection;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.scheduler.place.commit.Replica;
import org.junit.jupiter.api.Test;

/** What the result of a transaction says of the machines of rejected claims. */
final class FreshRowsTest {

  private static final int OWNER = 1;

  private final CellStory story = new CellStory(3);

  @Test
  void theResourcesOfARejectedGangAreAvailableAgain() {
    var gang = asking(OWNER, TransactionOptions.GANG, Request.of(1, cpus(3)));
    gang.claim(1, 0, 0, 0);
    gang.claim(2, 0, 0, 0);

    var fresh = story.commit(gang).fresh();
    assertThat(fresh.size()).isEqualTo(1);
    assertThat(fresh.free(0)).isEqualTo(MACHINE);
    assertThat(fresh.sequence(0)).isEqualTo(JOINED);
  }

  @Test
  void theReleasesOfARejectedGangAreRolledBack() {
    story.commit(one(OWNER, 1, 0, cpus(2)));
    var gang = asking(OWNER, TransactionOptions.GANG, Request.of(1, cpus(5)));
    gang.release(1);
    gang.claim(2, 0, 0, 0);

    var fresh = story.commit(gang).fresh();
    assertThat(fresh.free(0)).isEqualTo(MACHINE.minus(cpus(2)));
  }

  @Test
  void whatALaterClaimOfTheSameTransactionTookIsCounted() {
    var transaction = asking(OWNER, TransactionOptions.STANDARD, Request.of(1, cpus(5)));
    int small = transaction.request(Request.of(1, cpus(1)));
    transaction.claim(1, 0, 0, 0);
    transaction.claim(2, 0, small, 0);

    var fresh = story.commit(transaction).fresh();
    assertThat(fresh.free(0)).isEqualTo(MACHINE.minus(cpus(1)));
    assertThat(fresh.sequence(0)).isEqualTo(JOINED + 1);
  }

  @Test
  void aMachineOfSeveralRejectionsHasOneRow() {
    var transaction = asking(OWNER, TransactionOptions.STANDARD, Request.of(1, cpus(5)));
    for (int id = 0; id < 4; id++) {
      transaction.claim(id, 2 - id % 2, 0, 0);
    }
    var fresh = story.commit(transaction).fresh();
    assertThat(fresh.size()).isEqualTo(2);
    assertThat(fresh.machine(0)).isEqualTo(1);
    assertThat(fresh.machine(1)).isEqualTo(2);
  }

  @Test
  void aMachineThatLeftHasAnAbsentRow() {
    var copy = new Replica();
    story.cell.fillDelta(PartitionDelta.NEVER, 0, story.delta);
    copy.apply(story.delta, 0);
    story.cell.apply(new MachineLeft(1));
    var transaction = asking(OWNER, TransactionOptions.STANDARD, Request.of(1, TASK));
    transaction.claim(1, 1, 0, 0);
    transaction.claim(2, 77, 0, 0);

    var fresh = story.commit(transaction).fresh();
    assertThat(fresh.size()).isEqualTo(2);
    assertThat(fresh.isPresent(0)).isFalse();
    assertThat(fresh.machine(1)).isEqualTo(77);
    assertThat(fresh.isPresent(1)).isFalse();
    copy.learn(fresh);
    assertThat(copy.isOpen(1)).isFalse();
    assertThat(copy.has(1)).as("that it left is in the next delta").isTrue();
    assertThat(copy.has(77)).isFalse();
    story.cell.fillDelta(copy.version(0), 0, story.delta);
    copy.apply(story.delta, 0);
    assertThat(copy.has(1)).isFalse();
    assertThat(copy.machines()).isEqualTo(2);
  }

  @Test
  void ofANumberThatNoMachineCanHaveThereIsNothingToTell() {
    var transaction = asking(OWNER, TransactionOptions.STANDARD, Request.of(1, TASK));
    transaction.claim(1, -1, 0, 0);
    transaction.claim(2, MachineJoined.MAX_MACHINES, 0, 0);

    var decision = story.commit(transaction);
    assertThat(decision.rejected()).hasSize(2);
    assertThat(decision.fresh().size()).isZero();
  }

  @Test
  void aLimitShowsNoMachine() {
    story.cell.apply(new LimitsSet(OWNER, OwnerLimits.NONE.withClaims(1)));
    story.commit(one(OWNER, 1, 0, TASK));

    var decision = story.commit(one(OWNER, 2, 0, TASK));
    assertThat(decision.rejected()).extracting(Rejection::reason).containsExactly(CLAIM_LIMIT);
    assertThat(decision.fresh().size()).isZero();
  }

  @Test
  void aDuplicateShowsNoMachine() {
    story.commit(one(OWNER, 1, 0, TASK));

    var decision = story.commit(one(OWNER, 1, 0, TASK));
    assertThat(decision.rejected()).hasSize(1);
    assertThat(decision.fresh().size()).isZero();
  }
}
