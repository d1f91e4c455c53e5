package dev.muster.core.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.model.KindRules;
import dev.muster.model.Resources;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a transaction may be, on both sides of the way to the cell. */
final class TransactionBuilderTest {

  private static final Request ASK = Request.of(1, new Resources(1_000, 1));
  private static final int[] ONE_INT = {0};
  private static final long[] ONE_LONG = {0};
  private static final long[] NO_LONGS = {};

  private final TransactionBuilder transaction =
      new TransactionBuilder(3, TransactionOptions.STANDARD);

  private static Transaction proposal(List<Request> asks, int[] askOf, long[] released) {
    return new Transaction(
        3, TransactionOptions.STANDARD, asks, ONE_LONG, ONE_INT, askOf, ONE_INT, released);
  }

  @Test
  void claimsAndReleasesHaveALimit() {
    int ask = transaction.request(ASK);
    for (int id = 0; id < TransactionBuilder.MAX_CLAIMS; id++) {
      transaction.claim(id, 0, ask, 0);
      transaction.release(id);
    }
    assertThat(transaction.build().isValid()).isTrue();
    assertThatThrownBy(() -> transaction.claim(0, 0, ask, 0)).hasMessageContaining("send several");
    assertThatThrownBy(() -> transaction.release(0)).hasMessageContaining("send several");
  }

  @Test
  void theLargestGangIsNotTooLarge() {
    assertThat(KindRules.MAX_GANG).isLessThanOrEqualTo(TransactionBuilder.MAX_CLAIMS);
  }

  @Test
  void asksHaveALimit() {
    for (int ask = 0; ask < TransactionBuilder.MAX_REQUESTS; ask++) {
      transaction.request(ASK);
    }
    assertThat(transaction.build().isValid()).isTrue();
    assertThatThrownBy(() -> transaction.request(ASK))
        .hasMessage(
            "a transaction has at most 4096 requests: let claims share them, or send several");
  }

  @Test
  void aClaimAsksForSomethingThatTheTransactionSaid() {
    assertThatThrownBy(() -> transaction.claim(1, 0, 0, 0))
        .hasMessage("request must be at least 0 and below 0: 0");
    transaction.request(ASK);
    assertThatThrownBy(() -> transaction.claim(1, 0, -1, 0)).hasMessageContaining(": -1");
    transaction.claim(1, 0, 0, 0);
    assertThat(transaction.claims()).isEqualTo(1);
    assertThatThrownBy(() -> transaction.requests().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aProposalMustSayAllOfEveryClaim() {
    assertThat(proposal(List.of(ASK), ONE_INT, NO_LONGS).isValid()).isTrue();
    assertThat(proposal(List.of(), ONE_INT, NO_LONGS).isValid()).isFalse();
    assertThat(proposal(List.of(ASK), new int[] {-1}, NO_LONGS).isValid()).isFalse();
    assertThat(proposal(List.of(ASK), new int[2], NO_LONGS).isValid()).isFalse();
  }

  @Test
  void aProposalMustKeepTheLimits() {
    var asks = Collections.nCopies(TransactionBuilder.MAX_REQUESTS + 1, ASK);
    assertThat(proposal(asks, ONE_INT, NO_LONGS).isValid()).as("asks").isFalse();
    var ids = new long[TransactionBuilder.MAX_CLAIMS + 1];
    assertThat(proposal(List.of(ASK), ONE_INT, ids).isValid()).as("releases").isFalse();
    var each = new int[ids.length];
    var claims =
        new Transaction(
            3, TransactionOptions.STANDARD, List.of(ASK), ids, each, each, each, NO_LONGS);
    assertThat(claims.isValid()).as("claims").isFalse();
  }
}
