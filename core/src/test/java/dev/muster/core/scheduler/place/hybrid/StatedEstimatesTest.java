package dev.muster.core.scheduler.place.hybrid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.muster.core.actor.Chance;
import org.junit.jupiter.api.Test;

/** Who is distrusted, and until when. */
final class StatedEstimatesTest {

  private static final String EVE = "user eve";
  private final StatedEstimates stated = new StatedEstimates();

  private void note(int votes, double ratio) {
    for (int vote = 0; vote < votes; vote++) {
      stated.note(EVE, StrictMath.log(ratio));
    }
  }

  @Test
  void whoeverStatesTooLittleForLongIsDistrusted() {
    note(StatedEstimates.MIN_VOTES - 1, 10);
    assertThat(stated.isDistrusted(EVE)).as("too few").isFalse();
    note(1, 10);
    assertThat(stated.isDistrusted(EVE)).isTrue();
    assertThat(stated.ratio(EVE)).isCloseTo(10, offset(1e-9));
    assertThat(stated.isDistrusted("user adam")).isFalse();
    assertThat(stated.ratio("user adam")).isEqualTo(1);
  }

  @Test
  void exactlySoManyTimesAsLongIsNotYetTooLong() {
    note(StatedEstimates.WINDOW, StatedEstimates.DISTRUST_ABOVE);
    assertThat(stated.ratio(EVE)).isEqualTo(StatedEstimates.DISTRUST_ABOVE);
    assertThat(stated.isDistrusted(EVE)).isFalse();
  }

  @Test
  void whoeverStatesTooMuchIsTrusted() {
    note(100, 0.1);
    assertThat(stated.isDistrusted(EVE)).isFalse();
  }

  @Test
  void trustComesBackLaterThanItGoes() {
    note(StatedEstimates.WINDOW, 1.8);
    assertThat(stated.isDistrusted(EVE)).as("not beyond the threshold").isFalse();
    note(StatedEstimates.WINDOW, 2.2);
    assertThat(stated.isDistrusted(EVE)).isTrue();
    note(StatedEstimates.WINDOW, 1.8);
    assertThat(stated.isDistrusted(EVE)).as("still above the lower threshold").isTrue();
    note(StatedEstimates.WINDOW / 2 - 1, 1);
    assertThat(stated.isDistrusted(EVE)).as("most of the window is old").isTrue();
    note(2, 1);
    assertThat(stated.isDistrusted(EVE)).isFalse();
    note(StatedEstimates.WINDOW, 1.8);
    assertThat(stated.isDistrusted(EVE)).as("and not at once again").isFalse();
  }

  @Test
  void aFewFarOffDoNotCount() {
    for (int vote = 0; vote < 200; vote++) {
      stated.note(EVE, StrictMath.log(vote % 3 == 0 ? 100 : 1));
      assertThat(stated.isDistrusted(EVE)).isFalse();
    }
  }

  @Test
  void honestNoiseIsNotPunished() {
    var chance = Chance.of(1, "honest");
    int distrusted = 0;
    for (int user = 0; user < 200; user++) {
      for (int vote = 0; vote < 100; vote++) {
        stated.note("user " + user, 0.5 * chance.nextGaussian());
        distrusted += stated.isDistrusted("user " + user) ? 1 : 0;
      }
    }
    assertThat(distrusted).isZero();
  }

  @Test
  void noiseDoesNotHideWhoeverStatesAThird() {
    var chance = Chance.of(2, "eve");
    for (int vote = 0; vote < 100; vote++) {
      stated.note(EVE, StrictMath.log(3) + 0.5 * chance.nextGaussian());
    }
    assertThat(stated.isDistrusted(EVE)).isTrue();
  }

  @Test
  void theOwnerThatWasLongestNotHeardOfIsForgotten() {
    note(StatedEstimates.MIN_VOTES, 10);
    for (int user = 1; user < StatedEstimates.MAX_OWNERS; user++) {
      stated.note("user " + user, 0);
    }
    note(1, 10);
    stated.note("another", 0);
    assertThat(stated.size()).isEqualTo(StatedEstimates.MAX_OWNERS);
    assertThat(stated.isDistrusted(EVE)).as("heard of since").isTrue();
    for (int user = 2; user < StatedEstimates.MAX_OWNERS; user++) {
      stated.note("one more " + user, 0);
    }
    assertThat(stated.size()).isEqualTo(StatedEstimates.MAX_OWNERS);
    assertThat(stated.isDistrusted(EVE)).as("the next to go").isTrue();
    stated.note("the last", 0);
    assertThat(stated.isDistrusted(EVE)).isFalse();
  }
}
