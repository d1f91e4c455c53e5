package dev.muster.core.scheduler.place.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.actor.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is drawn, and that nothing else is allowed; stories of schedulers walk all of it. */
final class CommitStatesTest {

  @ParameterizedTest
  @CsvSource({
    "SETTLED, QUEUED",
    "QUEUED, DECIDING",
    "DECIDING, SETTLED QUEUED BACKING_OFF",
    "BACKING_OFF, QUEUED",
  })
  void aStageGoesTheWayThatIsDrawn(CommitStage.CommitStageState from, String next) {
    for (var to : CommitStage.CommitStageState.values()) {
      check(CommitStage.CommitStageState.class, from, to, next);
    }
  }

  @ParameterizedTest
  @CsvSource({"IDLE, SYNCING COMMITTING", "SYNCING, IDLE COMMITTING", "COMMITTING, IDLE"})
  void aConversationGoesTheWayThatIsDrawn(CommitProtocol.Phase from, String next) {
    for (var to : CommitProtocol.Phase.values()) {
      check(CommitProtocol.Phase.class, from, to, next);
    }
  }

  private static <S extends Enum<S> & Lifecycle.State<S>> void check(
      Class<S> kind, S from, S to, String allowed) {
    var lifecycle = new Lifecycle<>(kind);
    if ((" " + allowed + " ").contains(" " + to + " ")) {
      assertThat(lifecycle.change(from, to)).isEqualTo(to);
    } else {
      assertThatThrownBy(() -> lifecycle.change(from, to)).isInstanceOf(AssertionError.class);
    }
  }
}
