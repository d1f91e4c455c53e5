package dev.muster.core.master.state.cell;

import static dev.muster.core.fake.Jobs.GIB;
import static dev.muster.core.master.state.cell.CellStory.MACHINE;
import static dev.muster.core.master.state.cell.CellStory.TASK;
import static dev.muster.core.master.state.cell.CellStory.cpus;
import static dev.muster.core.master.state.cell.CellStory.one;
import static dev.muster.core.master.state.cell.CellStory.release;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.OwnerLimits;
import dev.muster.core.cell.Rejection;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.master.state.cell.Audit.OwnerActivity;
import dev.muster.model.Resources;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What one owner may hold, and what is known of what it did. */
final class LimitsTest {

  private static final int LIMITED = 1;
  private static final int FREE = 2;

  private final CellStory story = new CellStory(2);

  private void limit(OwnerLimits limits) {
    story.cell.apply(new LimitsSet(LIMITED, limits));
  }

  private Rejection rejected(TransactionBuilder transaction) {
    return story.commit(transaction).rejected().getFirst();
  }

  private static TransactionBuilder ofJob(long job, long id) {
    var transaction = new TransactionBuilder(LIMITED, TransactionOptions.STANDARD);
    transaction.claim(id, 0, transaction.request(Request.of(job, TASK)), 0);
    return transaction;
  }

  @Test
  void claims() {
    limit(OwnerLimits.NONE.withClaims(1));
    story.commit(one(LIMITED, 1, 0, TASK));
    assertThat(rejected(one(LIMITED, 2, 0, TASK)))
        .hasToString("claim 2 on machine 0: the owner would hold 2 claims, its limit is 1");
    assertThat(story.commit(one(FREE, 2, 0, TASK)).accepted()).isEqualTo(1);
    story.commit(release(LIMITED, 1));
    assertThat(story.commit(one(LIMITED, 2, 0, TASK)).accepted()).isEqualTo(1);
  }

  @Test
  void whatIsDecidedCountsBeforeTheLogHasIt() {
    limit(OwnerLimits.NONE.withClaims(1));
    story.decide(one(LIMITED, 1, 0, TASK));
    assertThat(story.decide(one(LIMITED, 2, 0, TASK)).accepted()).isZero();
  }

  @Test
  void resources() {
    limit(OwnerLimits.NONE.withResources(new Resources(2_500, 3 * GIB)));
    story.commit(one(LIMITED, 1, 0, cpus(1)));
    assertThat(rejected(one(LIMITED, 2, 0, cpus(2))))
        .isEqualTo(new Rejection(0, 2, 0, RejectionReason.CPU_LIMIT, 3_000, 2_500));
    assertThat(rejected(one(LIMITED, 2, 0, new Resources(1, 2 * GIB + 1))))
        .isEqualTo(new Rejection(0, 2, 0, RejectionReason.MEMORY_LIMIT, 3 * GIB + 1, 3 * GIB));
  }

  @Test
  void namedResources() {
    story.cell.apply(new MachineJoined(0, MACHINE.with("gpu", 4).with("disk", 4), CellStory.HERE));
    limit(OwnerLimits.NONE.withResources(OwnerLimits.NONE.resources().with("gpu", 1)));
    story.commit(one(LIMITED, 1, 0, TASK.with("gpu", 1)));
    assertThat(rejected(one(LIMITED, 2, 0, TASK.with("gpu", 1))))
        .isEqualTo(new Rejection(0, 2, 0, RejectionReason.NAMED_LIMIT, 2, 1, "gpu"))
        .hasToString("claim 2 on machine 0: the owner would hold 2 gpu, its limit is 1");
    assertThat(story.commit(one(LIMITED, 3, 0, TASK.with("disk", 3))).accepted()).isEqualTo(1);
  }

  @Test
  void jobs() {
    limit(OwnerLimits.NONE.withJobs(1));
    story.commit(ofJob(7, 1));
    assertThat(story.commit(ofJob(7, 2)).accepted()).as("the same job").isEqualTo(1);
    assertThat(rejected(ofJob(8, 3)))
        .isEqualTo(new Rejection(0, 3, 0, RejectionReason.JOB_LIMIT, 2, 1));
    story.commit(release(LIMITED, 1, 2));
    assertThat(story.commit(ofJob(8, 3)).accepted()).isEqualTo(1);
  }

  @Test
  void jobsCountByWhatIsDecided() {
    limit(OwnerLimits.NONE.withJobs(1));
    story.decide(ofJob(7, 1));
    assertThat(story.decide(ofJob(8, 2)).accepted()).as("job 7 is on its way").isZero();
    story.decide(release(LIMITED, 1));
    assertThat(story.decide(ofJob(8, 2)).accepted()).as("so is its end").isEqualTo(1);
    assertThat(story.decide(ofJob(9, 3)).accepted()).isZero();
    story.applyAll();
    assertThat(story.cell.ownerActivity().getFirst().jobsHeld()).isEqualTo(1);
  }

  @Test
  void aTransactionMayChangeOneJobForAnother() {
    limit(OwnerLimits.NONE.withJobs(1));
    story.commit(ofJob(7, 1));
    var change = ofJob(8, 2);
    change.release(1);
    assertThat(story.commit(change).accepted()).isEqualTo(1);
  }

  @Test
  void aLeaderThatIsNoneAnyMoreCountsTheJobsThatAreApplied() {
    limit(OwnerLimits.NONE.withJobs(2));
    story.commit(ofJob(7, 1));
    story.decide(release(LIMITED, 1));
    story.decide(ofJob(8, 2));
    story.decide(ofJob(9, 3));
    assertThat(story.cell.ownerActivity().getFirst().jobsHeld()).isEqualTo(2);

    story.cell.forgetPromises();
    story.loseLog();
    assertThat(story.cell.ownerActivity().getFirst().jobsHeld()).isEqualTo(1);
  }

  @Test
  void aRejectedGangHoldsNoJob() {
    limit(OwnerLimits.NONE.withJobs(1));
    var gang = new TransactionBuilder(LIMITED, TransactionOptions.GANG);
    gang.claim(1, 0, gang.request(Request.of(7, TASK)), 0);
    gang.claim(2, 0, gang.request(Request.of(7, cpus(9))), 0);
    story.commit(gang);
    assertThat(story.commit(ofJob(8, 3)).accepted()).isEqualTo(1);
  }

  @Test
  void aClaimThatIsRepeatedIsNoExcess() {
    limit(OwnerLimits.NONE.withClaims(1).withJobs(1));
    story.commit(ofJob(7, 1));
    assertThat(rejected(ofJob(7, 1)).reason()).isEqualTo(RejectionReason.DUPLICATE);
    assertThat(rejected(ofJob(8, 1)).reason()).isEqualTo(RejectionReason.DUPLICATE);
  }

  @Test
  void theAuditSaysWhoDidWhat() {
    limit(OwnerLimits.NONE.withClaims(1));
    story.commit(one(LIMITED, 1, 0, TASK));
    story.commit(one(LIMITED, 2, 0, TASK));
    story.commit(one(LIMITED, 3, 0, TASK));
    story.commit(release(LIMITED, 1));
    story.commit(one(FREE, 1, 1, cpus(3)));

    assertThat(story.cell.ownerActivity())
        .containsExactly(
            new OwnerActivity(
                LIMITED,
                4,
                1,
                Map.of(RejectionReason.CLAIM_LIMIT, 2L),
                1,
                0,
                0,
                0,
                Resources.NONE,
                0),
            new OwnerActivity(FREE, 1, 1, Map.of(), 0, 0, 0, 1, cpus(3), 1));
    assertThat(story.cell.audit().lastTransactions())
        .startsWith(
            new Audit.TransactionLine(1, LIMITED, 1, 1, 0, 0),
            new Audit.TransactionLine(2, LIMITED, 1, 0, 0, 0))
        .hasSize(5);
  }

  @Test
  void theAuditKeepsSoManyTransactions() {
    for (int id = 0; id < Audit.TRANSACTIONS_KEPT + 3; id++) {
      story.commit(release(FREE, id));
    }
    var kept = story.cell.audit().lastTransactions();
    assertThat(kept).hasSize(Audit.TRANSACTIONS_KEPT);
    assertThat(kept.getFirst().atNs()).isEqualTo(4);
  }
}
