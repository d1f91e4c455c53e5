package dev.muster.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {

  @ParameterizedTest
  @CsvSource({
    "2, 2000",
    "0.5, 500",
    ".5, 500",
    "1., 1000",
    "500m, 500",
    "1.5m, 1",
    "0.0009, 0",
    "-1, -1000",
    "+1, 1000",
    "0, 0",
    "99999999999999999999, 9223372036854775807",
  })
  void cpuIsReadInThousandths(String text, long cpuMillis) {
    assertThat(Quantity.parseCpuMillis(text)).hasValue(cpuMillis);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".", "m", "two", "1 core", "1e3", "1,5", "0x10", "1mm", " 1", "1M", "--1"})
  void whatIsNoCpu(String text) {
    assertThat(Quantity.parseCpuMillis(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "1024, 1024",
    "1024B, 1024",
    "1k, 1000",
    "1K, 1000",
    "1Ki, 1024",
    "64Mi, 67108864",
    "64MiB, 67108864",
    "1500M, 1500000000",
    "1.5 GiB, 1610612736",
    "2Gi, 2147483648",
    "1T, 1000000000000",
    "1Pi, 1125899906842624",
    "1Ei, 1152921504606846976",
    "0.5, 0",
    "-1Ki, -1024",
    "9999Ei, 9223372036854775807",
  })
  void bytesAreReadInBothKindsOfUnit(String text, long bytes) {
    assertThat(Quantity.parseBytes(text)).hasValue(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "64m", "64mi", "64i", "64 iB", "lots", "64Mib", "64 MiB ", "1e9", "Mi"})
  void whatIsNoAmountOfBytes(String text) {
    assertThat(Quantity.parseBytes(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0s, 0",
    "1ns, 1",
    "250ms, 250000000",
    "2s, 2000000000",
    "5m, 300000000000",
    "1h30m, 5400000000000",
    "2d, 172800000000000",
    "1.5s, 1500000000",
    "1m0.5s, 60500000000",
    "200000d, 9223372036854775807",
    "100000d100000000h, 9223372036854775807",
  })
  void durationsAreReadInNanoseconds(String text, long ns) {
    assertThat(Quantity.parseDurationNs(text)).hasValue(ns);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "5", "s", "-5s", "30m1h", "1s1s", "1h 30m", "1w", "1s x", "soon", "1hh", "1h5"
      })
  void whatIsNoDuration(String text) {
    assertThat(Quantity.parseDurationNs(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "1, 1ns",
    "1500, 1us500ns",
    "5400000000000, 1h30m",
    "172800000000000, 2d",
    "-2000000000, -2s",
  })
  void durationsAreWrittenWithTheLargestUnitsFirst(long ns, String text) {
    assertThat(Quantity.formatDuration(ns)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "70%, 0.7",
    "12.5%, 0.125",
    "0%, 0",
    "100 %, 1",
    "120%, 1.2",
    "-5%, -0.05",
    "33.3333%, 0.333333"
  })
  void sharesAreReadAsParts(String text, double share) {
    assertThat(Quantity.parseShare(text)).hasValue(share);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "%", "0.7", "70", "70%%", "x%", "1e2%", "7 0%"})
  void whatIsNoShare(String text) {
    assertThat(Quantity.parseShare(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0.7, 4, 70%",
    "0.125, 4, 12.5%",
    "0.3333333333, 2, 33.33%",
    "1, 0, 100%",
    "0, 2, 0%"
  })
  void sharesAreWrittenInPercent(double share, int decimals, String text) {
    assertThat(Quantity.formatShare(share, decimals)).isEqualTo(text);
  }

  @Test
  void noTextIsTooLongToBeRejected() {
    var digits = "9".repeat(1_000_000);
    assertThat(Quantity.parseCpuMillis(digits)).isEmpty();
    assertThat(Quantity.parseBytes(digits)).isEmpty();
    assertThat(Quantity.parseDurationNs(digits + "s")).isEmpty();
    assertThat(Quantity.parseShare(digits + "%")).isEmpty();
  }

  @Test
  void whatIsWrittenIsReadBack() {
    var random = new Random(17);
    for (int i = 0; i < 10_000; i++) {
      long amount = random.nextLong() >>> (1 + random.nextInt(62));
      assertThat(Quantity.parseCpuMillis(Quantity.formatCpu(amount))).hasValue(amount);
      assertThat(Quantity.parseDurationNs(Quantity.formatDuration(amount))).hasValue(amount);
      long bytes = (1L << (10 * random.nextInt(6))) * random.nextInt(1024);
      assertThat(Quantity.parseBytes(Quantity.formatBytes(bytes))).hasValue(bytes);
    }
  }
}
