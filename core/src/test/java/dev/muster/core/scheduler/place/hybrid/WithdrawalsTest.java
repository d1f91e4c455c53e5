package dev.muster.core.scheduler.place.hybrid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.scheduler.place.HeldTable;
import dev.muster.core.scheduler.place.hybrid.Withdrawals.RequestingStage;
import org.junit.jupiter.api.Test;

/** Which numbers are free again, and when. */
final class WithdrawalsTest {

  private static final RequestingStage STAGE = new RequestingStage(1, 0);

  private final HeldTable held = new HeldTable(0, 1);
  private final Withdrawals withdrawals =
      new Withdrawals(held, new Lifecycle<>(ContainerState.class));
  private final int all = held.available();

  @Test
  void aNumberThatNoAttemptHadIsGivenBackOnceTheMasterHasNone() {
    long claim = held.newId();
    withdrawals.addUnused(STAGE, claim);
    assertThat(held.available()).as("the master may still have it").isEqualTo(all - 1);
    withdrawals.gone(claim);
    assertThat(held.available()).isEqualTo(all);
    assertThat(withdrawals.isEmpty()).isTrue();
  }

  @Test
  void anAnswerThatComesAgainGivesNothingBack() {
    long claim = held.newId();
    withdrawals.addUnused(STAGE, claim);
    withdrawals.gone(claim);
    withdrawals.gone(claim);
    assertThat(held.available()).isEqualTo(all);
  }

  @Test
  void theNumberOfAnAttemptWentBackWithTheAttempt() {
    long claim = held.newId();
    withdrawals.addUsed(STAGE, claim);
    withdrawals.gone(claim);
    assertThat(held.available()).isEqualTo(all - 1);
  }
}
