package dev.muster.core.scheduler.place.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.scheduler.place.commit.ElasticGrowth.Waves;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A task takes ten. */
final class WavesTest {

  @ParameterizedTest
  @CsvSource({
    "100, 1, 1000",
    "100, 7, 150",
    "100, 50, 20",
    "100, 100, 10",
    "100, 200, 10",
    "0, 5, 0"
  })
  void tasksRunInWaves(long left, long workers, long endsIn) {
    assertThat(new Waves(left, 10).endsInNs(workers)).isEqualTo(endsIn);
  }

  @ParameterizedTest
  @CsvSource({
    "100, 5, 5,     5", // nothing to be had
    "100, 5, 60,    50", // two waves, and fifty are as quick as sixty
    "100, 5, 99,    50",
    "100, 5, 100,   100",
    "100, 5, 5000,  100",
    "100, 50, 99,   50", // no sooner with more
    "5, 5, 100,     5",
    "3, 5, 100,     5",
    "100, 5, 3,     5", // never fewer
    "7, 2, 4,       4",
    "0, 0, 9,       0",
  })
  void asManyWorkersAreTakenAsLetItEndSooner(long left, long has, long could, long should) {
    assertThat(new Waves(left, 10).worthwhile(has, could)).isEqualTo(should);
  }

  @ParameterizedTest
  @CsvSource({"100, 5, 60", "7, 1, 7"})
  void whoKnowsNothingOfTheTasksForetellsNothing(long left, long has, long could) {
    assertThat(new Waves(left, 0).worthwhile(has, could)).isEqualTo(has);
  }
}
