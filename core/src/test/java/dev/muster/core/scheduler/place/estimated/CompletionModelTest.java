package dev.muster.core.scheduler.place.estimated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.scheduler.place.estimated.CompletionModel.InputDistance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CompletionModelTest {

  private static final CompletionModel MODEL = CompletionModel.STANDARD;

  @ParameterizedTest
  @CsvSource({"LOCAL, 31250", "RACK, 50000", "REMOTE, 62500"})
  void anInputTakesItsBytesOverTheBandwidth(InputDistance distance, long millis) {
    assertThat(MODEL.readNs(5_000_000_000L, distance)).isEqualTo(millis * 1_000_000);
    assertThat(MODEL.readNs(0, distance)).isZero();
  }

  @Test
  void bandwidthsAreTheCells() {
    var slow = new CompletionModel(4, 2, 1, 1);

    assertThat(slow.readNs(8, InputDistance.LOCAL)).isEqualTo(2_000_000_000L);
    assertThat(slow.readNs(8, InputDistance.RACK)).isEqualTo(4_000_000_000L);
    assertThat(slow.readNs(8, InputDistance.REMOTE)).isEqualTo(8_000_000_000L);
  }

  @ParameterizedTest
  @CsvSource({
    "1,    111", // nothing fails: I + W + R
    "0.5,  222", // 0.5 · 111 + 3 · 0.5 · 111
    "0.75, 167", // 166.5
    "0,    333",
  })
  void startUpWaitAndRunAddUpAndFailuresCost(double odds, long expectedNs) {
    assertThat(MODEL.completionNs(1, 10, 100, odds)).isEqualTo(expectedNs);
  }

  @Test
  void aNodeThatIsNeverFreeIsLast() {
    assertThat(MODEL.completionNs(1, Long.MAX_VALUE, 1, 0.9)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aModelThatCannotBeIsRejected() {
    assertThatThrownBy(() -> new CompletionModel(1, 0, 1, 3)).hasMessageContaining("positive");
    assertThatThrownBy(() -> new CompletionModel(1, 1, 1, 0.5)).hasMessageContaining("0.5");
    assertThatThrownBy(() -> new CompletionModel(1, 1, 1, Double.NaN)).hasMessageContaining("NaN");
  }
}
