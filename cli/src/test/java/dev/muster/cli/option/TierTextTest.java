package dev.muster.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.option.TierOptions.TierChoices;
import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.core.scheduler.place.hybrid.HybridOptions.Adaptation;
import dev.muster.core.scheduler.place.hybrid.HybridOptions.Objectives;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the options of the policy {@code hybrid} mean; {@code UsageTest} has what is wrong. */
final class TierTextTest {

  private static final long S = 1_000_000_000;

  static Stream<Arguments> settings() {
    return Stream.of(
        Arguments.of("only-G", HybridOptions.ONLY_G),
        Arguments.of("only-Q", HybridOptions.ONLY_Q),
        Arguments.of("50%-Q", HybridOptions.HALF_Q),
        Arguments.of("<5s-Q", HybridOptions.SHORT_5_Q),
        Arguments.of("5s-Q", HybridOptions.SHORT_5_Q),
        Arguments.of("<10s-70%-Q", HybridOptions.SHORT_10_70_Q),
        Arguments.of("1m30s-0%-Q", HybridOptions.of(90 * S, 0)),
        Arguments.of("100%-Q", HybridOptions.ONLY_Q),
        Arguments.of("found", HybridOptions.SHORT_10_70_Q.with(new Adaptation(true, false))));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void settingsHaveTheNamesOfThePaper(String text, HybridOptions options) {
    assertThat(TierText.setting(text)).isEqualTo(options);
  }

  static Stream<Arguments> objectives() {
    return Stream.of(
        Arguments.of("none", Objectives.NONE),
        Arguments.of("services", Objectives.NONE.withServices()),
        Arguments.of("late=0.5", Objectives.NONE.withLateFrom(0.5)),
        Arguments.of("progress=1", Objectives.NONE.withProgressFrom(1)),
        Arguments.of("progress=.9,services,late=1.0", new Objectives(true, 1, 0.9)));
  }

  @ParameterizedTest
  @MethodSource("objectives")
  void eachObjectiveIsASwitch(String text, Objectives objectives) {
    assertThat(TierText.objectives(text)).isEqualTo(objectives);
  }

  @Test
  void usersAreJudgedUnlessTheyAreTrusted() {
    var judging = new TierChoices("5s-Q", "services", false).options();
    assertThat(judging)
        .isEqualTo(
            HybridOptions.SHORT_5_Q
                .with(Objectives.NONE.withServices())
                .with(new Adaptation(false, true)));
    assertThat(new TierChoices("5s-Q", "none", true).options()).isEqualTo(HybridOptions.SHORT_5_Q);
    assertThat(new TierChoices("found", "none", false).options().adaptation())
        .isEqualTo(new Adaptation(true, true));
  }
}
