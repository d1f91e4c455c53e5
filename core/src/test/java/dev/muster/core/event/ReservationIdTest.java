package dev.muster.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ReservationIdTest {

  private static long of(int scheduler, int epoch, long use, int slot) {
    return ReservationId.of(ReservationId.base(scheduler, epoch), use, slot);
  }

  @Test
  void whatGoesInComesOutAndNoPartReachesIntoAnother() {
    int lastScheduler = ReservationId.MAX_SCHEDULERS - 1;
    int lastSlot = ReservationId.MAX_SLOTS - 1;
    long full = of(lastScheduler, 255, -1, lastSlot);

    assertThat(full).isEqualTo(Long.MAX_VALUE);
    assertThat(ReservationId.slot(full)).isEqualTo(lastSlot);
    assertThat(ReservationId.scheduler(full)).isEqualTo(lastScheduler);
    assertThat(of(1, 0, 0, 0)).isGreaterThan(of(0, 255, -1, lastSlot));
    assertThat(of(0, 1, 0, 0)).isGreaterThan(of(0, 0, -1, lastSlot));
    assertThat(of(0, 0, 1, 0)).isGreaterThan(of(0, 0, 0, lastSlot));
  }

  @Test
  void aEpochIsOlderThanTheNextAlsoWhereTheCountBeginsAgain() {
    for (int epoch : new int[] {1, 2, 255, 256, 1_000_000}) {
      assertThat(ReservationId.isOlder(of(3, epoch, 7, 9), epoch + 1)).isTrue();
      assertThat(ReservationId.isOlder(of(3, epoch, 7, 9), epoch)).isFalse();
      assertThat(ReservationId.isOlder(of(3, epoch + 1, 7, 9), epoch)).isFalse();
    }
  }
}
