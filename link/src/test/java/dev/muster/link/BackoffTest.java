package dev.muster.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackoffTest {

  @Test
  void pausesGrowUpToALimitAndBeginAnew() {
    var backoff = new Backoff();
    assertThat(backoff.pause()).isBetween(Backoff.FIRST.dividedBy(2), Backoff.FIRST);
    for (int i = 0; i < 20; i++) {
      assertThat(backoff.pause()).isLessThanOrEqualTo(Backoff.LONGEST);
    }
    assertThat(backoff.pause()).isBetween(Backoff.LONGEST.dividedBy(2), Backoff.LONGEST);
    backoff.reset();
    assertThat(backoff.pause()).isLessThanOrEqualTo(Backoff.FIRST);
  }
}
