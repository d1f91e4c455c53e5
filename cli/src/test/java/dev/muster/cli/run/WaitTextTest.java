package dev.muster.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.ClientEvent.JobWaits;
import dev.muster.model.queue.WaitReason;
import org.junit.jupiter.api.Test;

final class WaitTextTest {

  private static final String WHY = "6 of 6 tokens of root.lab are taken; the job takes 4";

  @Test
  void aJobKnowsItsPlaceAndWhenItIsExpectedToGo() {
    assertThat(WaitText.of(new JobWaits(1, WaitReason.TOKENS, WHY, 2, 5, 38_200_000_000L)))
        .isEqualTo("waits, place 2 of 5: " + WHY + "; about 39s");
  }

  @Test
  void aloneInLineWithoutExpectation() {
    assertThat(WaitText.of(new JobWaits(1, WaitReason.TOKENS, WHY, 1, 1, -1)))
        .isEqualTo("waits: " + WHY);
  }
}
