package dev.muster.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.Typed;
import dev.muster.core.event.ClientEvent.JobProgress;
import dev.muster.core.event.ClientEvent.JobWaits;
import dev.muster.model.queue.WaitReason;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A job of many says that it waits when it begins to, and when it waits for something else. */
final class WaitNoticesTest {

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final WaitNotices notices =
      new WaitNotices(Typed.console(new byte[0], new ByteArrayOutputStream(), err, false), "train");

  private static JobWaits waits(WaitReason reason, int place) {
    return new JobWaits(1, reason, reason.name(), place, 5, -1);
  }

  private List<String> said() {
    return err.toString(UTF_8).lines().toList();
  }

  @Test
  void eachReasonOnce() {
    notices.accept(waits(WaitReason.TOKENS, 4));
    notices.accept(waits(WaitReason.TOKENS, 3));
    notices.accept(waits(WaitReason.SUSPENDED, 3));

    assertThat(said())
        .containsExactly(
            "muster: train waits, place 4 of 5: TOKENS",
            "muster: train waits, place 3 of 5: SUSPENDED");
  }

  @Test
  void againAfterTheJobRan() {
    notices.accept(waits(WaitReason.SUSPENDED, 1));
    notices.accept(new JobProgress(1, List.of()));
    notices.accept(waits(WaitReason.SUSPENDED, 1));

    assertThat(said()).hasSize(2);
  }
}
