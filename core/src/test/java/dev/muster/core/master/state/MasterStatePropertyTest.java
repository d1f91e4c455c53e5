package dev.muster.core.master.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.EntryId;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.fake.Jobs;
import org.junit.jupiter.api.Test;

/** Whatever the log says, a master that starts from any snapshot of it ends up the same. */
final class MasterStatePropertyTest {

  private static final int HISTORIES = 1_000;
  private static final int LENGTH = 60;

  @Test
  void aRestartFromAnySnapshotGivesTheSameStateAndTheSameAnswers() {
    var chance = Chance.of(11, "histories");
    for (int number = 0; number < HISTORIES; number++) {
      var history = new MasterHistory(Chance.of(number, "history"), LENGTH);
      int at = chance.nextInt(LENGTH + 1);
      var before = MasterHistory.empty();
      replay(history, 0, at, before);
      var restored =
          MasterState.restore(before.save(), MasterHistory.ENDED_KEPT, MasterHistory.CONFIG);
      assertThat(restored.digest()).as("history %d at %d", number, at).isEqualTo(before.digest());

      replay(history, Math.max(0, at - 5), LENGTH, restored);

      assertThat(restored.digest())
          .as("history %d from %d", number, at)
          .isEqualTo(history.state.digest());
      assertThat(MasterHistory.answers(restored)).isEqualTo(MasterHistory.answers(history.state));
    }
  }

  /** Some entries are replayed that the snapshot has. */
  private static void replay(MasterHistory history, int from, int to, MasterState state) {
    for (var entry : history.log.subList(from, to)) {
      state.apply(entry.id(), entry.what());
    }
  }

  @Test
  void anyDifferenceIsInTheDigest() {
    var history = new MasterHistory(Chance.of(1, "history"), LENGTH);
    long digest = history.state.digest();
    long job = history.state.jobs().nextJob();
    history.state.apply(
        new EntryId(history.state.last().term() + 1, 1),
        new JobOpened(job, "one more", Jobs.job(1), ClientEvent.at(0), 0, true));

    assertThat(history.state.digest()).isNotEqualTo(digest);
  }

  @Test
  void anEntryOfALeaderThatWasReplacedChangesNothing() {
    var state = MasterHistory.empty();
    state.apply(new EntryId(2, 1), opened(1, "a"));
    long digest = state.digest();

    state.apply(new EntryId(1, 9), opened(1, "b"));
    state.apply(new EntryId(2, 1), opened(2, "c"));

    assertThat(state.digest()).isEqualTo(digest);
    assertThat(state.jobs().find("b")).isNull();
    state.apply(new EntryId(2, 2), opened(2, "c"));
    assertThat(state.jobs().find("c")).isNotNull();
  }

  private static JobOpened opened(long job, String key) {
    return new JobOpened(job, key, Jobs.job(1), ClientEvent.at(0), 0, true);
  }
}
