package dev.muster.process.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Timing;
import dev.muster.process.guard.Guardian.RestartPolicy;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RestartPolicyTest {
  private static final int KILLED = 137;
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final Duration TO_START = Duration.ofSeconds(5);

  private final RestartPolicy restarts = new RestartPolicy();

  @ParameterizedTest
  @CsvSource({
    "0, false",
    "1, false",
    "75, true",
    "129, false",
    "130, false",
    "134, true",
    "137, true",
    "139, true",
    "143, false"
  })
  void whoMeantToEndIsNotStartedAgain(int exitCode, boolean again) {
    assertThat(restarts.after(exitCode, SHORT).isPresent()).isEqualTo(again);
  }

  @Test
  void theFirstTimeAtOnceThenLaterAndLaterAndNotForEver() {
    assertThat(restarts.after(KILLED, SHORT)).contains(Duration.ZERO);
    assertThat(restarts.after(KILLED, SHORT)).contains(RestartPolicy.FIRST_PAUSE);
    assertThat(restarts.after(KILLED, SHORT)).contains(RestartPolicy.FIRST_PAUSE.multipliedBy(2));
    Optional<Duration> last = Optional.empty();
    for (int deaths = 4; deaths <= RestartPolicy.LIMIT; deaths++) {
      last = restarts.after(KILLED, SHORT);
    }
    assertThat(last).contains(RestartPolicy.LONGEST_PAUSE);
    assertThat(restarts.after(KILLED, SHORT)).isEmpty();
  }

  @Test
  void aNodeIsBackBeforeItsTasksAreGivenUp() {
    var dead = Duration.ofNanos(Timing.standard().liveness().deadAfterNs());
    assertThat(RestartPolicy.LONGEST_PAUSE.plus(TO_START)).isLessThanOrEqualTo(dead);
  }

  @Test
  void whoHasLivedStartsAtOnceAgain() {
    restarts.after(KILLED, SHORT);
    restarts.after(KILLED, SHORT);
    assertThat(restarts.after(KILLED, RestartPolicy.STABLE)).contains(Duration.ZERO);
    assertThat(restarts.after(KILLED, SHORT)).contains(RestartPolicy.FIRST_PAUSE);
  }
}
