package dev.muster.core.master.state.cell;

import static dev.muster.core.master.state.cell.CellStory.HERE;
import static dev.muster.core.master.state.cell.CellStory.JOINED;
import static dev.muster.core.master.state.cell.CellStory.MACHINE;
import static dev.muster.core.master.state.cell.CellStory.TASK;
import static dev.muster.core.master.state.cell.CellStory.asking;
import static dev.muster.core.master.state.cell.CellStory.cpus;
import static dev.muster.core.master.state.cell.CellStory.one;
import static dev.muster.core.master.state.cell.CellStory.release;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.cell.CellEntry.CapacityChanged;
import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.CellEntry.MachineLeft;
import dev.muster.core.cell.ClaimRef;
import dev.muster.core.cell.PartitionDelta;
import dev.muster.core.cell.Rejection;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.Site;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.scheduler.place.commit.Replica;
import dev.muster.model.Resources;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CellStateTest {

  private static final int BATCH = 1;
  private static final int SERVICE = 2;

  @Test
  void aClaimTakesResourcesAndItsReleaseGivesThemBack() {
    var story = new CellStory(2);
    assertThat(story.commit(one(BATCH, 7, 1, TASK)).machineOf(0)).isEqualTo(1);
    assertThat(story.cell.free(1)).isEqualTo(MACHINE.minus(TASK));
    assertThat(story.cell.free(0)).isEqualTo(MACHINE);

    story.commit(release(BATCH, 7));
    assertThat(story.cell.free(1)).isEqualTo(MACHINE);
    assertThat(story.cell.claims()).isZero();
  }

  @Test
  void whatFitsIsAcceptedAndTheRestComesBackWithTheNumbersAndTheMachine() {
    var story = new CellStory(1);
    var transaction = asking(BATCH, TransactionOptions.STANDARD, Request.of(1, cpus(3)));
    transaction.claim(1, 0, 0, 0);
    transaction.claim(2, 0, 0, 0);

    var decision = story.commit(transaction);
    assertThat(decision.accepted()).isEqualTo(1);
    assertThat(decision.isAccepted(0)).isTrue();
    assertThat(decision.rejected())
        .containsExactly(new Rejection(1, 2, 0, RejectionReason.CPU, 3_000, 1_000));
    assertThat(decision.rejected().getFirst())
        .hasToString(
            "claim 2 on machine 0: the machine has 1000 cpuMillis available, the claim needs 3000");
    assertThat(decision.fresh().machine(0)).isZero();
    assertThat(decision.fresh().free(0).cpuMillis()).isEqualTo(1_000);
  }

  @Test
  void aGangIsAcceptedWholeOrNotAtAll() {
    var story = new CellStory(1);
    var gang = asking(BATCH, TransactionOptions.GANG, Request.of(1, cpus(3)));
    gang.claim(1, 0, 0, 0);
    gang.claim(2, 0, 0, 0);
    gang.claim(3, 0, 0, 0);

    var decision = story.commit(gang);
    assertThat(decision.accepted()).isZero();
    assertThat(decision.entry().isEmpty()).isTrue();
    assertThat(decision.rejected())
        .extracting(Rejection::reason)
        .containsExactly(RejectionReason.GANG, RejectionReason.CPU, RejectionReason.GANG);
    assertThat(story.cell.free(0)).isEqualTo(MACHINE);
    assertThat(story.cell.available(0)).isEqualTo(MACHINE);
    assertThat(story.cell.sequence(0)).isEqualTo(JOINED);
  }

  @Test
  void aRejectedGangReleasesNothingEither() {
    var story = new CellStory(1);
    story.commit(one(BATCH, 1, 0, cpus(2)));
    var gang = asking(BATCH, TransactionOptions.GANG, Request.of(1, cpus(5)));
    gang.release(1);
    gang.claim(2, 0, 0, 0);

    assertThat(story.commit(gang).accepted()).isZero();
    assertThat(story.cell.claims()).isEqualTo(1);
    assertThat(story.cell.available(0).cpuMillis()).isEqualTo(2_000);
  }

  @Test
  void bySequenceAClaimFailsOnceAnotherOwnerWasThere() {
    var story = new CellStory(1);
    var options = TransactionOptions.STANDARD.coarseGrained();
    var early = asking(BATCH, options, Request.of(1, TASK));
    early.claim(1, 0, 0, JOINED);
    early.claim(2, 0, 0, JOINED + 1);
    var late = asking(SERVICE, options, Request.of(2, TASK));
    late.claim(1, 0, 0, JOINED);

    assertThat(story.commit(early).accepted()).isEqualTo(2);
    var decision = story.commit(late);
    assertThat(decision.rejected().getFirst().reason()).isEqualTo(RejectionReason.CHANGED);
    assertThat(decision.fresh().sequence(0)).isEqualTo(JOINED + 2);
  }

  @Test
  void anEndDoesNotAdvanceTheSequence() {
    var story = new CellStory(1);
    story.commit(one(BATCH, 1, 0, TASK));
    story.commit(release(BATCH, 1));
    assertThat(story.cell.sequence(0)).isEqualTo(JOINED + 1);
  }

  @Test
  void aRejectedGangAdvancesTheSequenceWhereTheRulesSaySo() {
    var story = new CellStory(1, CellRules.standard().withRollbackAdvances());
    var gang = asking(BATCH, TransactionOptions.GANG, Request.of(1, cpus(3)));
    gang.claim(1, 0, 0, 0);
    gang.claim(2, 0, 0, 0);

    story.commit(gang);
    assertThat(story.cell.free(0)).isEqualTo(MACHINE);
    assertThat(story.cell.sequence(0)).isEqualTo(JOINED + 1);
  }

  @Test
  void whatIsOnItsWayThroughTheLogIsNotGivenAwayTwice() {
    var story = new CellStory(1);
    story.decide(one(BATCH, 1, 0, cpus(3)));
    assertThat(story.cell.free(0)).as("nothing applied").isEqualTo(MACHINE);

    assertThat(story.decide(one(SERVICE, 1, 0, cpus(2))).accepted()).isZero();
    story.applyAll();
    assertThat(story.cell.free(0).cpuMillis()).isEqualTo(1_000);
  }

  @Test
  void roomThatIsGivenBackCanBePromisedBeforeTheLogHasIt() {
    var story = new CellStory(1);
    story.commit(one(BATCH, 1, 0, cpus(4)));
    story.decide(release(BATCH, 1));
    assertThat(story.decide(release(BATCH, 1)).entry().isEmpty()).as("only once").isTrue();
    assertThat(story.decide(one(SERVICE, 1, 0, cpus(4))).accepted()).isEqualTo(1);
    assertThat(story.decide(one(SERVICE, 2, 0, cpus(1))).accepted()).isZero();

    story.applyAll();
    assertThat(story.cell.free(0).cpuMillis()).isZero();
  }

  @Test
  void aLeaderThatIsNoneAnyMoreForgetsWhatItPromised() {
    var story = new CellStory(1);
    story.commit(one(BATCH, 1, 0, cpus(1)));
    story.decide(one(BATCH, 2, 0, cpus(1)));
    story.decide(release(BATCH, 1));
    long digest = story.cell.digest();

    story.cell.forgetPromises();
    story.loseLog();
    assertThat(story.cell.digest()).isEqualTo(digest);
    assertThat(story.cell.available(0)).isEqualTo(story.cell.free(0));
    assertThat(story.cell.claims()).isEqualTo(1);
    assertThat(story.commit(one(BATCH, 2, 0, cpus(3))).accepted()).isEqualTo(1);
    assertThat(story.commit(release(BATCH, 1)).entry().released()).containsExactly(1);
  }

  @Test
  void aDuplicateIsRejectedWithItsMachine() {
    var story = new CellStory(3);
    story.commit(one(BATCH, 1, 2, TASK));
    var again = story.commit(one(BATCH, 1, 0, TASK));
    assertThat(again.rejected())
        .containsExactly(new Rejection(0, 1, 0, RejectionReason.DUPLICATE, 1, 2));
    assertThat(story.commit(one(SERVICE, 1, 0, TASK)).accepted()).as("another's 1").isEqualTo(1);
  }

  @Test
  void nobodyReleasesWhatIsAnothersOrUnknown() {
    var story = new CellStory(1);
    story.commit(one(BATCH, 1, 0, TASK));
    assertThat(story.commit(release(SERVICE, 1, 99)).entry().isEmpty()).isTrue();
    assertThat(story.cell.claims()).isEqualTo(1);
  }

  @Test
  void namedResourcesAreCountedToo() {
    var story = new CellStory(1);
    var gpu = MACHINE.with("gpu", 2);
    story.cell.apply(new MachineJoined(1, gpu, HERE));
    var need = TASK.with("gpu", 1);

    assertThat(story.commit(one(BATCH, 1, 0, need)).rejected().getFirst())
        .isEqualTo(new Rejection(0, 1, 0, RejectionReason.NAMED, 1, 0, "gpu"))
        .hasToString("claim 1 on machine 0: the machine has 0 gpu available, the claim needs 1");
    story.commit(one(BATCH, 2, 1, need));
    story.commit(one(BATCH, 3, 1, need));
    assertThat(story.cell.free(1).named("gpu")).isZero();
    assertThat(story.commit(one(BATCH, 4, 1, need)).accepted()).isZero();
    story.commit(release(BATCH, 2));
    assertThat(story.cell.free(1).named()).isEqualTo(Map.of("gpu", 1L));
  }

  @Test
  void aMachineThatLeavesLosesItsClaims() {
    var story = new CellStory(2);
    story.commit(one(BATCH, 2, 1, TASK));
    story.commit(one(SERVICE, 1, 1, TASK));
    story.commit(one(BATCH, 1, 1, TASK));

    var applied = story.cell.apply(new MachineLeft(1));
    assertThat(applied.lost())
        .containsExactly(new ClaimRef(BATCH, 1), new ClaimRef(BATCH, 2), new ClaimRef(SERVICE, 1));
    assertThat(story.cell.has(1)).isFalse();
    var rejected = story.commit(one(BATCH, 9, 1, Resources.NONE)).rejected();
    assertThat(rejected.getFirst().reason()).isEqualTo(RejectionReason.NO_MACHINE);
    assertThat(story.cell.apply(new MachineLeft(1)).lost()).as("left twice").isEmpty();
  }

  @Test
  void machinesThatLeaveOneAfterTheOtherLoseTheClaimsThatTheyHaveThen() {
    var story = new CellStory(4);
    story.commit(one(BATCH, 1, 0, TASK));
    story.commit(one(BATCH, 2, 1, TASK));
    story.commit(one(BATCH, 3, 1, TASK));
    story.commit(one(BATCH, 4, 2, TASK));

    assertThat(story.cell.apply(new MachineLeft(0)).lost()).containsExactly(new ClaimRef(BATCH, 1));
    story.commit(release(BATCH, 3));
    assertThat(story.cell.apply(new MachineLeft(1)).lost())
        .as("one was released")
        .containsExactly(new ClaimRef(BATCH, 2));
    story.commit(one(BATCH, 5, 2, TASK));
    story.commit(one(BATCH, 6, 3, TASK));
    assertThat(story.cell.apply(new MachineLeft(2)).lost())
        .as("one is new")
        .containsExactly(new ClaimRef(BATCH, 4), new ClaimRef(BATCH, 5));
    assertThat(story.cell.apply(new MachineLeft(3)).lost()).containsExactly(new ClaimRef(BATCH, 6));
    assertThat(story.cell.claims()).isZero();
  }

  @Test
  void aClaimWhoseMachineLeftWhileItsEntryWasInTheLogIsLost() {
    var story = new CellStory(1);
    story.append(new MachineLeft(0));
    story.decide(one(BATCH, 1, 0, TASK));
    story.applyNext();

    assertThat(story.applyNext().lost()).containsExactly(new ClaimRef(BATCH, 1));
    assertThat(story.cell.claims()).isZero();
    story.cell.apply(new MachineJoined(0, MACHINE, HERE));
    assertThat(story.cell.available(0)).isEqualTo(MACHINE);
  }

  @Test
  void anEndThatComesLateLeavesALaterClaimOfTheSameNumberAlone() {
    var story = new CellStory(2);
    story.commit(one(BATCH, 1, 0, TASK));
    story.append(new MachineLeft(0));
    story.decide(release(BATCH, 1));
    story.applyNext();
    story.decide(one(BATCH, 1, 1, TASK));

    story.applyAll();
    assertThat(story.cell.claims()).isEqualTo(1);
    assertThat(story.cell.free(1)).isEqualTo(MACHINE.minus(TASK));
  }

  @Test
  void aMachineThatComesBackKeepsWhatWasPromisedMeanwhile() {
    var story = new CellStory(1);
    story.append(new MachineLeft(0));
    story.append(new MachineJoined(0, MACHINE, HERE));
    story.decide(one(BATCH, 1, 0, cpus(3)));
    story.applyNext();
    story.applyNext();

    assertThat(story.decide(one(SERVICE, 1, 0, cpus(2))).accepted()).isZero();
    story.applyAll();
    assertThat(story.cell.free(0).cpuMillis()).isEqualTo(1_000);
  }

  @Test
  void aMachineThatShrinksKeepsItsClaimsAndThePromiseIsCountedAsBroken() {
    var story = new CellStory(1);
    story.commit(one(BATCH, 1, 0, cpus(3)));
    var applied = story.cell.apply(new CapacityChanged(0, cpus(2)));

    assertThat(applied.overcommitted()).isTrue();
    assertThat(story.cell.isOvercommitted(0)).isTrue();
    assertThat(story.cell.overcommits()).isEqualTo(1);
    assertThat(story.cell.claims()).isEqualTo(1);
    story.commit(release(BATCH, 1));
    assertThat(story.cell.isOvercommitted(0)).isFalse();
    assertThat(story.cell.free(0)).isEqualTo(cpus(2));
  }

  @Test
  void aMachineThatLosesNamedResourcesWhileTheyAreClaimedHasLessThanNone() {
    var story = new CellStory(1);
    story.cell.apply(new CapacityChanged(0, MACHINE.with("gpu", 2)));
    story.commit(one(BATCH, 1, 0, TASK.with("gpu", 2)));
    story.decide(one(BATCH, 2, 0, TASK));
    var applied = story.cell.apply(new CapacityChanged(0, MACHINE));

    assertThat(applied.overcommitted()).isTrue();
    assertThat(story.cell.capacity(0)).isEqualTo(MACHINE);
    assertThat(story.cell.available(0).named("gpu")).isEqualTo(-2);
    story.cell.forgetPromises();
    assertThat(story.cell.available(0)).isEqualTo(story.cell.free(0));
    var copy = new Replica();
    story.cell.fillDelta(PartitionDelta.NEVER, 0, story.delta);
    copy.apply(story.delta, 0);
    assertThat(copy.free(0)).isEqualTo(story.cell.free(0));
  }

  @Test
  void machinesHaveNumbersWithinTheLimitAndNotLessThanNothing() {
    assertThatThrownBy(() -> new MachineJoined(MachineJoined.MAX_MACHINES, MACHINE, HERE))
        .hasMessage("machine must be at least 0 and below 1000000: 1000000");
    var less = new Resources(-1, 0);
    assertThatThrownBy(() -> new MachineJoined(0, less, HERE))
        .hasMessageStartingWith("capacity must not be negative");
    assertThatThrownBy(() -> new CapacityChanged(0, less))
        .hasMessageStartingWith("capacity must not be negative");
  }

  @Test
  void entriesOfMachinesThatNeverWereChangeNothing() {
    var story = new CellStory(1);
    long digest = story.cell.digest();
    assertThat(story.cell.apply(new MachineLeft(-1)).lost()).isEmpty();
    assertThat(story.cell.apply(new MachineLeft(Integer.MAX_VALUE)).lost()).isEmpty();
    story.cell.apply(new CapacityChanged(MachineJoined.MAX_MACHINES, MACHINE));
    assertThat(story.cell.digest()).isEqualTo(digest);
  }

  @Test
  void aDeltaOfAPartitionWithoutMachinesIsEmptyAndCreatesNone() {
    var story = new CellStory(1);
    long digest = story.cell.digest();
    story.cell.fillDelta(PartitionDelta.NEVER, 7, story.delta);

    assertThat(story.delta.rows().size()).isZero();
    assertThat(story.delta.isWhole()).isTrue();
    assertThat(story.cell.version(9)).isZero();
    assertThat(story.cell.partitions()).isEqualTo(1);
    assertThat(story.cell.digest()).isEqualTo(digest);
  }

  @Test
  void partitionsHaveNumbersWithinTheLimit() {
    var story = new CellStory(1);
    assertThatThrownBy(() -> story.cell.version(-1))
        .hasMessage("partition must be at least 0 and below 4096: -1");
    assertThatThrownBy(() -> story.cell.fillDelta(0, Site.MAX_PARTITIONS, story.delta))
        .hasMessage("partition must be at least 0 and below 4096: 4096");
  }

  @Test
  void aFullCellRejects() {
    var story = new CellStory(1, CellRules.standard().withMaxClaims(1));
    story.commit(one(BATCH, 1, 0, TASK));
    assertThat(story.commit(one(BATCH, 2, 0, TASK)).rejected())
        .containsExactly(new Rejection(0, 2, 0, RejectionReason.CELL_FULL, 2, 1));
  }
}
