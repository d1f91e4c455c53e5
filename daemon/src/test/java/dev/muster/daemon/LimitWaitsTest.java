package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.Rejection;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.cell.TransactionResult;
import dev.muster.core.event.Notice.TransactionClosed;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class LimitWaitsTest {

  private static final long JOB = 7;

  private final List<String> said = new ArrayList<>();
  private final LimitWaits limitWaits = new LimitWaits(said::add);

  /** Scheduler 2 claims for the job, and this much of it is refused. */
  private void commit(Rejection... refused) {
    var transaction = new TransactionBuilder(2, TransactionOptions.STANDARD);
    transaction.claim(1, 0, transaction.request(Request.of(JOB, new Resources(1, 1))), 0);
    var result = new TransactionResult(List.of(refused), List.of(), new MachineRows().pack());
    limitWaits.closed(new TransactionClosed(transaction.build(), result));
  }

  private static Rejection refused(RejectionReason why, long needed, long has) {
    return new Rejection(0, 1, 0, why, needed, has, "gpu");
  }

  @ParameterizedTest
  @CsvSource({
    "CLAIM_LIMIT, 1001, 1000, 'would hold 1,001 claims, its limit is 1,000'",
    "CPU_LIMIT, 2500, 2000, 'would hold 2.5 cpu, its limit is 2'",
    "MEMORY_LIMIT, 2147483648, 1073741824, 'would hold 2 GiB of memory, its limit is 1 GiB'",
    "NAMED_LIMIT, 3, 2, 'would hold 3 gpu, its limit is 2'",
    "JOB_LIMIT, 11, 10, 'would have claims of 11 jobs, its limit is 10'",
  })
  void saysWhichLimit(RejectionReason why, long needed, long has, String text) {
    commit(refused(why, needed, has));
    assertThat(limitWaits.reason(JOB)).contains("scheduler-2 " + text);
    assertThat(said).containsExactly("job-7 waits: scheduler-2 " + text);
  }

  @ParameterizedTest
  @EnumSource(value = RejectionReason.class, mode = EnumSource.Mode.MATCH_NONE, names = ".*_LIMIT")
  void whatHasNoRoomIsAtNoLimit(RejectionReason why) {
    commit(refused(why, 2, 1));
    assertThat(limitWaits.reason(JOB)).isEmpty();
    assertThat(said).isEmpty();
  }

  @Test
  void theReasonGoesWithTheNextTransactionAndIsSaidOnce() {
    commit(refused(RejectionReason.CLAIM_LIMIT, 2, 1));
    commit();
    assertThat(limitWaits.reason(JOB)).isEmpty();
    commit(refused(RejectionReason.CLAIM_LIMIT, 2, 1));
    assertThat(limitWaits.reason(JOB)).isPresent();
    assertThat(said).hasSize(1);
  }

  @Test
  void aJobThatHasEndedIsForgotten() {
    commit(refused(RejectionReason.CLAIM_LIMIT, 2, 1));
    limitWaits.forget(JOB);
    assertThat(limitWaits.reason(JOB)).isEmpty();
  }
}
