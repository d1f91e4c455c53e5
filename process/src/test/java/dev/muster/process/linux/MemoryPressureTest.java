package dev.muster.process.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryPressureTest {
  private static final long MIB = 1 << 20;

  @TempDir private Path proc;

  private MemoryPressure with(long leastMib) {
    return new MemoryPressure(proc, OptionalLong.of(leastMib * MIB));
  }

  private void has(long allMib, long availableMib) throws IOException {
    Files.writeString(
        proc.resolve("meminfo"),
        "MemTotal: %d kB\nMemFree: 7 kB\nMemAvailable:   %d kB\n"
            .formatted(allMib << 10, availableMib << 10));
  }

  private void stalls(String percent) throws IOException {
    Files.createDirectories(proc.resolve("pressure"));
    Files.writeString(
        proc.resolve("pressure/memory"),
        "some avg10=99.00 avg60=0.00 avg300=0.00 total=1\nfull avg10=%s avg60=0.00 avg300=0 total=1\n"
            .formatted(percent));
  }

  @Test
  void whatIsMissingIsShortUntilTwiceTheLeastIsThere() throws IOException {
    var memory = with(100);
    has(1_000, 100);
    assertThat(memory.shortBytes()).isZero();
    has(1_000, 60);
    assertThat(memory.shortBytes()).isEqualTo(40 * MIB);
    has(1_000, 150);
    assertThat(memory.shortBytes()).as("not twice the least yet").isEqualTo(50 * MIB);
    has(1_000, 200);
    assertThat(memory.shortBytes()).isZero();
    has(1_000, 100);
    assertThat(memory.shortBytes()).isZero();
  }

  @Test
  void theLeastSuitsTheComputer() throws IOException {
    var memory = new MemoryPressure(proc, OptionalLong.empty());
    has(2_000, 99);
    assertThat(memory.shortBytes()).as("a twentieth").isEqualTo(MIB);
    memory = new MemoryPressure(proc, OptionalLong.empty());
    has(1_000_000, 1_023);
    assertThat(memory.shortBytes()).as("a GiB").isEqualTo(MIB);
  }

  @Test
  void processesThatStandStillForWantOfMemoryCountToo() throws IOException {
    var memory = with(100);
    has(1_000, 900);
    stalls("10.00");
    assertThat(memory.shortBytes()).isZero();
    stalls("10.01");
    assertThat(memory.shortBytes()).isEqualTo(100 * MIB);
  }

  @Test
  void whereNobodySaysOrWantsToKnowThereIsEnough() throws IOException {
    assertThat(with(100).shortBytes()).isZero();
    has(1_000, 1);
    assertThat(with(0).shortBytes()).isZero();
  }

  @Test
  void theLeastIsASetting() {
    assertThat(MemoryPressure.leastFreeBytes(Map.of())).isEmpty();
    assertThat(MemoryPressure.leastFreeBytes(Map.of("MUSTER_MIN_FREE_MEMORY", "1Mi")))
        .hasValue(MIB);
    assertThatThrownBy(
            () -> MemoryPressure.leastFreeBytes(Map.of("MUSTER_MIN_FREE_MEMORY", "much")))
        .hasMessage("MUSTER_MIN_FREE_MEMORY must be a size such as 1Gi, or 0, not `much`");
  }
}
