package dev.muster.model.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpportunisticQuotaTest {

  @Test
  void withoutARelationTheNumberOfGuaranteedTasksDoesNotCount() {
    assertThat(OpportunisticQuota.NONE.of(0)).isEqualTo(Integer.MAX_VALUE);
    assertThat(OpportunisticQuota.atMost(7).of(0)).isEqualTo(7);
    assertThat(OpportunisticQuota.atMost(7).of(1_000)).isEqualTo(7);
  }

  @Test
  void soManyForEachGuaranteedTaskAndSomeInAnyCase() {
    var quota = new OpportunisticQuota(10, 2.5, 3);
    assertThat(quota.of(0)).isEqualTo(3);
    assertThat(quota.of(1)).isEqualTo(3);
    assertThat(quota.of(2)).isEqualTo(5);
    assertThat(quota.of(100)).isEqualTo(10);
  }
}
