package dev.muster.core.scheduler;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class UnneededClaimsTest {

  private final ReservationTable table = new ReservationTable(0, 1);
  private final UnneededClaims unneeded = new UnneededClaims(0, table);

  private long[] released() {
    return requireNonNull(unneeded.next()).released();
  }

  @Test
  void eachBeatReleasesWhatThereIsThenAndNoMore() {
    table.unclaimed.add(7);
    assertThat(unneeded.next()).as("before the first beat").isNull();
    unneeded.beat();
    assertThat(released()).containsExactly(7);

    table.unclaimed.add(8);
    assertThat(unneeded.next()).as("it waits for the next beat").isNull();
    unneeded.beat();
    assertThat(released()).containsExactly(8);
  }

  @Test
  void whatIsTooMuchForOneTransactionFollowsAtOnce() {
    for (int claim = 0; claim <= UnneededClaims.RELEASE_BATCH; claim++) {
      table.unclaimed.add(claim);
    }
    unneeded.beat();
    assertThat(released()).hasSize(UnneededClaims.RELEASE_BATCH);
    assertThat(released()).containsExactly(UnneededClaims.RELEASE_BATCH);
    assertThat(unneeded.next()).isNull();
  }
}
