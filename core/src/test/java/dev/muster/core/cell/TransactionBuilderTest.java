package dev.muster.core.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.model.Resources;
import dev.muster.model.rule.KindRules;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a transaction may be, on both sides of the way to the cell. */
final class TransactionBuilderTest {

  private static final Request REQUEST = Request.of(1, new Resources(1_000, 1));
  private static final int[] ONE_INT = {0};
  private static final long[] ONE_LONG = {0};
  private static final long[] NO_LONGS = {};

  private final TransactionBuilder transaction =
      new TransactionBuilder(3, TransactionOptions.STANDARD);

  private static Transaction transaction(List<Request> requests, int[] requestOf, long[] released) {
    return new Transaction(
        3, TransactionOptions.STANDARD, requests, ONE_LONG, ONE_INT, requestOf, ONE_INT, released);
  }

  @Test
  void claimsAndReleasesHaveALimit() {
    int request = transaction.request(REQUEST);
    for (int id = 0; id < TransactionBuilder.MAX_CLAIMS; id++) {
      transaction.claim(id, 0, request, 0);
      transaction.release(id);
    }
    assertThat(transaction.build().problem()).isEmpty();
    assertThatThrownBy(() -> transaction.claim(0, 0, request, 0))
        .hasMessageContaining("send several");
    assertThatThrownBy(() -> transaction.release(0)).hasMessageContaining("send several");
  }

  @Test
  void theLargestGangIsNotTooLarge() {
    assertThat(KindRules.MAX_GANG).isLessThanOrEqualTo(TransactionBuilder.MAX_CLAIMS);
  }

  @Test
  void asksHaveALimit() {
    for (int request = 0; request < TransactionBuilder.MAX_REQUESTS; request++) {
      transaction.request(REQUEST);
    }
    assertThat(transaction.build().problem()).isEmpty();
    assertThatThrownBy(() -> transaction.request(REQUEST))
        .hasMessage(
            "a transaction has at most 4096 requests: let claims share them, or send several");
  }

  @Test
  void aClaimAsksForSomethingThatTheTransactionSaid() {
    assertThatThrownBy(() -> transaction.claim(1, 0, 0, 0))
        .hasMessage("request must be at least 0 and below 0: 0");
    transaction.request(REQUEST);
    assertThatThrownBy(() -> transaction.claim(1, 0, -1, 0)).hasMessageContaining(": -1");
    transaction.claim(1, 0, 0, 0);
    assertThat(transaction.claims()).isEqualTo(1);
    assertThatThrownBy(() -> transaction.requests().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aTransactionMustSayAllOfEveryClaim() {
    assertThat(transaction(List.of(REQUEST), ONE_INT, NO_LONGS).problem()).isEmpty();
    assertThat(transaction(List.of(), ONE_INT, NO_LONGS).problem())
        .hasValue("requestOf[0] is 0, the transaction has 0 requests");
    assertThat(transaction(List.of(REQUEST), new int[] {-1}, NO_LONGS).problem())
        .hasValue("requestOf[0] is -1, the transaction has 1 requests");
    assertThat(transaction(List.of(REQUEST), new int[2], NO_LONGS).problem())
        .hasValue("requestOf has 2 elements for 1 claims");
    assertThat(claims(new long[1], new int[2], new int[1]).problem())
        .hasValue("machines has 2 elements for 1 claims");
    assertThat(claims(new long[1], new int[1], new int[0]).problem())
        .hasValue("sequences has 0 elements for 1 claims");
  }

  @Test
  void aTransactionMustKeepTheLimits() {
    var requests = Collections.nCopies(TransactionBuilder.MAX_REQUESTS + 1, REQUEST);
    assertThat(transaction(requests, ONE_INT, NO_LONGS).problem())
        .hasValue("requests has 4097 elements, its limit is 4096");
    var ids = new long[TransactionBuilder.MAX_CLAIMS + 1];
    assertThat(transaction(List.of(REQUEST), ONE_INT, ids).problem())
        .hasValue("released has 131073 elements, its limit is 131072");
    var each = new int[ids.length];
    assertThat(claims(ids, each, each).problem())
        .hasValue("ids has 131073 elements, its limit is 131072");
  }

  private static Transaction claims(long[] ids, int[] machines, int[] sequences) {
    var requestOf = new int[ids.length];
    return new Transaction(
        3,
        TransactionOptions.STANDARD,
        List.of(REQUEST),
        ids,
        machines,
        requestOf,
        sequences,
        NO_LONGS);
  }
}
