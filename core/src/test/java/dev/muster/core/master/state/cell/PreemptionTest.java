package dev.muster.core.master.state.cell;

import static dev.muster.core.master.state.cell.CellStory.MACHINE;
import static dev.muster.core.master.state.cell.CellStory.asking;
import static dev.muster.core.master.state.cell.CellStory.cpus;
import static dev.muster.core.master.state.cell.CellStory.guaranteed;
import static dev.muster.core.master.state.cell.CellStory.opportunistic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.ClaimRef;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.master.state.cell.CellRules.Preemption;
import org.junit.jupiter.api.Test;

/** Who has to go for whom. */
final class PreemptionTest {

  private static final int LESSER = 1;
  private static final int GREATER = 2;
  private static final TransactionOptions PREEMPTING = TransactionOptions.STANDARD.preempting();

  private final CellStory story = new CellStory(1, rules(Preemption.LOWER_PRIORITY));

  private static CellRules rules(Preemption preemption) {
    return CellRules.standard().with(preemption);
  }

  private static TransactionBuilder claim(int owner, long id, Request request) {
    var transaction = asking(owner, PREEMPTING, request);
    transaction.claim(id, 0, 0, 0);
    return transaction;
  }

  @Test
  void theLeastImportantGoFirstAndNoMoreThanItTakes() {
    story.commit(claim(LESSER, 1, guaranteed(5, cpus(1))));
    story.commit(claim(LESSER, 2, guaranteed(1, cpus(1))));
    story.commit(claim(LESSER, 3, opportunistic(9, cpus(1))));
    story.commit(claim(LESSER, 4, guaranteed(1, cpus(1))));

    var decision = story.commit(claim(GREATER, 1, guaranteed(7, cpus(2))));
    assertThat(decision.preempted())
        .containsExactly(new ClaimRef(LESSER, 3), new ClaimRef(LESSER, 4));
    assertThat(story.cell.free(0).cpuMillis()).isZero();
    assertThat(story.cell.claims()).isEqualTo(3);
  }

  @Test
  void amongEqualsTheHighestNumberGoesFirstWhoeverCameFirst() {
    story.commit(claim(LESSER, 5, opportunistic(0, cpus(1))));
    story.commit(claim(GREATER, 4, opportunistic(0, cpus(1))));
    story.commit(claim(GREATER, 5, opportunistic(0, cpus(1))));
    story.commit(claim(LESSER, 3, opportunistic(0, cpus(1))));

    var one = story.commit(claim(GREATER, 10, guaranteed(0, cpus(1))));
    assertThat(one.preempted()).as("of the lower owner").containsExactly(new ClaimRef(LESSER, 5));
    var two = story.commit(claim(GREATER, 11, guaranteed(0, cpus(2))));
    assertThat(two.preempted()).containsExactly(new ClaimRef(GREATER, 5), new ClaimRef(GREATER, 4));
  }

  @Test
  void aSmallOneIsSparedWhenALargeOneMustGoAnyway() {
    story.commit(claim(LESSER, 1, opportunistic(2, cpus(3))));
    story.commit(claim(LESSER, 2, opportunistic(1, cpus(1))));
    var decision = story.commit(claim(GREATER, 1, guaranteed(0, cpus(3))));
    assertThat(decision.preempted()).containsExactly(new ClaimRef(LESSER, 1));
  }

  @Test
  void nobodyGoesWhenThatWouldNotSuffice() {
    story.commit(claim(LESSER, 1, guaranteed(9, cpus(2))));
    story.commit(claim(LESSER, 2, opportunistic(0, cpus(2))));
    var decision = story.commit(claim(GREATER, 1, guaranteed(7, cpus(3))));
    assertThat(decision.preempted()).isEmpty();
    assertThat(decision.rejected().getFirst().reason()).isEqualTo(RejectionReason.CPU);
    assertThat(story.cell.available(0).cpuMillis()).isZero();
  }

  @Test
  void equalsAndBettersStay() {
    story.commit(claim(LESSER, 1, guaranteed(7, cpus(4))));
    assertThat(story.commit(claim(GREATER, 1, guaranteed(7, cpus(1)))).accepted()).isZero();
    assertThat(story.commit(claim(GREATER, 2, opportunistic(9, cpus(1)))).accepted()).isZero();
  }

  @Test
  void theGuaranteedStayWhereTheRuleIsOpportunistic() {
    var strict = new CellStory(1, rules(Preemption.OPPORTUNISTIC));
    strict.commit(claim(LESSER, 1, guaranteed(0, cpus(2))));
    strict.commit(claim(LESSER, 2, opportunistic(9, cpus(2))));
    var decision = strict.commit(claim(GREATER, 1, guaranteed(1, cpus(2))));
    assertThat(decision.preempted()).containsExactly(new ClaimRef(LESSER, 2));
    assertThat(strict.commit(claim(GREATER, 2, guaranteed(1, cpus(2)))).accepted()).isZero();
  }

  @Test
  void nobodyGoesWhereTheRuleSaysNobodyOrTheTransactionDoesNotAsk() {
    var mild = new CellStory(1, rules(Preemption.NOBODY));
    mild.commit(claim(LESSER, 1, opportunistic(0, cpus(4))));
    assertThat(mild.commit(claim(GREATER, 1, guaranteed(1, cpus(1)))).accepted()).isZero();

    story.commit(claim(LESSER, 1, opportunistic(0, cpus(4))));
    assertThat(story.commit(CellStory.one(GREATER, 1, 0, cpus(1))).accepted()).isZero();
  }

  @Test
  void aRejectedGangPushesNobodyOut() {
    story.commit(claim(LESSER, 1, opportunistic(0, cpus(4))));
    var gang = asking(GREATER, TransactionOptions.GANG.preempting(), guaranteed(0, cpus(3)));
    gang.claim(1, 0, 0, 0);
    gang.claim(2, 0, 0, 0);

    var decision = story.commit(gang);
    assertThat(decision.preempted()).isEmpty();
    assertThat(decision.entry().isEmpty()).isTrue();
    assertThat(story.cell.claims()).isEqualTo(1);
    assertThat(story.cell.available(0)).isEqualTo(MACHINE.minus(cpus(4)));
  }

  @Test
  void aTransactionDoesNotPushOutItsOwnClaims() {
    var transaction = asking(GREATER, PREEMPTING, opportunistic(0, cpus(4)));
    int greater = transaction.request(guaranteed(1, cpus(4)));
    transaction.claim(1, 0, 0, 0);
    transaction.claim(2, 0, greater, 0);
    var decision = story.commit(transaction);
    assertThat(decision.isAccepted(0)).isTrue();
    assertThat(decision.isAccepted(1)).isFalse();
  }

  @Test
  void whoIsPushedOutBeforeTheLogHasItGoesOnce() {
    story.decide(claim(LESSER, 1, opportunistic(0, cpus(4))));
    story.decide(claim(GREATER, 1, guaranteed(0, cpus(2))));
    var third = story.decide(claim(GREATER, 2, guaranteed(0, cpus(2))));
    assertThat(third.accepted()).isEqualTo(1);
    assertThat(third.preempted()).isEmpty();
    story.applyAll();
    assertThat(story.cell.claims()).isEqualTo(2);
    assertThat(story.cell.free(0).cpuMillis()).isZero();
  }
}
