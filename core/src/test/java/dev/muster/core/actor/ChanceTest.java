package dev.muster.core.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.fake.ChiSquare;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ChanceTest {

  private static long[] first(Chance chance, int count) {
    return LongStream.generate(chance::nextLong).limit(count).toArray();
  }

  @Test
  void theSameSeedAndNameGiveTheSameStream() {
    assertThat(first(Chance.of(42, "network"), 100))
        .containsExactly(first(Chance.of(42, "network"), 100));
  }

  @Test
  void anActorHasTheStreamOfItsName() {
    var actor = new Address<Event>(Role.SCHEDULER, 3);

    assertThat(Chance.of(42, actor).nextLong()).isEqualTo(Chance.of(42, "scheduler-3").nextLong());
  }

  /** A changed value here changes every recorded run: old seeds would no longer reproduce. */
  @Test
  void theStreamIsPinned() {
    var chance = Chance.of(42, "network");

    assertThat(chance.nextLong()).isEqualTo(-5594596906958869362L);
    assertThat(chance.nextInt(1_000)).isEqualTo(893);
  }

  /** These come from the JDK's defaults; a JDK that draws them otherwise must be noticed. */
  @Test
  void whatTheJdkMakesOfTheStreamIsPinned() {
    var chance = Chance.of(42, "network");

    assertThat(chance.nextDouble()).isEqualTo(0.6967162939647255);
    assertThat(chance.nextBoolean()).isEqualTo(true);
    assertThat(chance.nextLong(1_000_000)).isEqualTo(309_428);
    assertThat(chance.nextLong(-50, 51)).isEqualTo(-44);
    assertThat(chance.nextExponential()).isEqualTo(0.6776282825665199);
  }

  @Test
  void otherSeedsAndOtherNamesHaveOtherStreams() {
    Set<Long> firsts = new HashSet<>();
    for (long seed = 0; seed < 1_000; seed++) {
      firsts.add(Chance.of(seed, "node-1").nextLong());
      firsts.add(Chance.of(1_000_000, "node-" + (seed + 2)).nextLong());
    }

    assertThat(firsts).hasSize(2_000);
  }

  @Test
  void streamsOfNeighboursHaveNothingToDoWithEachOther() {
    int same = 0;
    var one = Chance.of(7, "node-1");
    var other = Chance.of(7, "node-2");
    for (int i = 0; i < 10_000; i++) {
      same += Long.bitCount(one.nextLong() ^ other.nextLong());
    }

    assertThat(same / 10_000.0).isBetween(31.8, 32.2);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 100, 1_000, 4_096})
  void nextIntIsEvenOverItsRange(int bound) {
    var chance = Chance.of(bound, "uniform");
    var counts = new long[bound];
    for (int i = 0; i < 200 * bound; i++) {
      counts[chance.nextInt(bound)]++;
    }

    assertThat(ChiSquare.uniform(counts)).isTrue();
  }

  @Test
  void nextIntKeepsToTheLargestBound() {
    var chance = Chance.of(1, "large");
    int largest = 0;
    for (int i = 0; i < 1_000; i++) {
      int drawn = chance.nextInt(Integer.MAX_VALUE);
      assertThat(drawn).isBetween(0, Integer.MAX_VALUE - 1);
      largest = Math.max(largest, drawn);
    }
    assertThat(largest).isGreaterThan(Integer.MAX_VALUE / 100 * 99);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void aBoundThatLeavesNothingIsRejected(int bound) {
    assertThatThrownBy(() -> Chance.of(1, "none").nextInt(bound))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(String.valueOf(bound));
  }
}
