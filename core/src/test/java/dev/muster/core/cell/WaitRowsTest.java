package dev.muster.core.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.flat.IntList;
import dev.muster.model.WaitMatrix;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitRowsTest {

  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;
  private static final int NODE = 70;

  private final WaitRows rows = new WaitRows();

  private static WaitMatrix all(long waitNs) {
    var waits = Collections.nCopies(WaitMatrix.SIDE, waitNs);
    return new WaitMatrix(waits, waits);
  }

  /**
   * A matrix of so much one second later: the wait is expected to be a second shorter, within 100
   * ms and a sixteenth of what is expected.
   */
  @ParameterizedTest
  @CsvSource({
    "0, 0, true",
    "0, 100, true",
    "0, 101, false",
    "500, 0, true",
    "1000, 0, true",
    "3000, 2000, true",
    "3000, 2225, true",
    "3000, 2226, false",
    "3000, 1775, true",
    "3000, 1774, false",
    "3000, 3000, false",
    "61000, 60000, true",
    "61000, 63000, true",
    "61000, 64000, false"
  })
  void aMatrixForeseesItsSuccessor(long firstMs, long secondMs, boolean asPredicted) {
    rows.put(5 * S, NODE, all(firstMs * MS));
    assertThat(rows.isAsPredicted(6 * S, NODE, all(secondMs * MS))).isEqualTo(asPredicted);
  }

  @Test
  void everyWaitCounts() {
    rows.put(0, NODE, all(0));
    for (int at = 0; at < WaitRows.WAITS; at++) {
      var waits = new Long[WaitRows.WAITS];
      Arrays.fill(waits, 0L);
      waits[at] = S;
      var list = List.of(waits);
      var one = new WaitMatrix(list.subList(0, 8), list.subList(8, 16));
      assertThat(rows.isAsPredicted(0, NODE, one)).as("wait %d", at).isFalse();
    }
  }

  @Test
  void neverIsAsPredictedOnlyByNever() {
    rows.put(0, NODE, all(WaitMatrix.NEVER));
    assertThat(rows.isAsPredicted(S, NODE, all(WaitMatrix.NEVER))).isTrue();
    assertThat(rows.isAsPredicted(S, NODE, all(Long.MAX_VALUE - 1))).isFalse();
    rows.put(0, NODE, all(0));
    assertThat(rows.isAsPredicted(S, NODE, all(WaitMatrix.NEVER))).isFalse();
  }

  @Test
  void ofAnUnknownNodeNothingIsPredicted() {
    assertThat(rows.isAsPredicted(0, NODE, all(0))).isFalse();
    rows.put(0, NODE, all(0));
    rows.forget(NODE);
    assertThat(rows.isKnown(NODE)).isFalse();
    rows.forget(100 * NODE);
  }

  @Test
  void aBusyNodeNeverLooksIdle() {
    rows.put(0, NODE, all(1));
    assertThat(rows.cpuWaitNs(NODE, 0)).isEqualTo(MS);
    rows.put(0, NODE, all(-5));
    assertThat(rows.memoryWaitNs(NODE, 7)).isZero();
  }

  /** As of the latest report: what was as predicted until then is told as if reported then. */
  @Test
  void packedAndUnpackedIsTheSame() {
    var cpu = List.of(0L, 0L, S, S, 7 * S, 7 * S, 90 * S, WaitMatrix.NEVER);
    var memory = List.of(S, 2 * S, 2 * S, 2 * S, 2 * S, WaitMatrix.NEVER, 4 * S, 5 * S);
    rows.put(10 * S, NODE, new WaitMatrix(cpu, memory));
    rows.again(13 * S, NODE);
    var packed = new IntList();
    packed.add(-1);
    rows.pack(NODE, packed);
    var other = new WaitRows();
    other.unpack(50 * S, NODE, packed.toArray(), 1);
    for (int index = 0; index < WaitMatrix.SIDE; index++) {
      assertThat(other.cpuWaitNs(NODE, index)).isEqualTo(rows.cpuWaitNs(NODE, index));
      assertThat(other.memoryWaitNs(NODE, index)).isEqualTo(rows.memoryWaitNs(NODE, index));
    }
    assertThat(other.cpuWaitNs(NODE, 4)).isEqualTo(4 * S);
    assertThat(other.cpuWaitNs(NODE, 7)).isEqualTo(WaitMatrix.NEVER);
  }

  @Test
  void anEarlierReportIsNotNewer() {
    rows.put(10 * S, NODE, all(0));
    rows.again(9 * S, NODE);
    assertThat(rows.reportedNs(NODE)).isEqualTo(10 * S);
    assertThat(rows.isNewer(10 * S, NODE)).isTrue();
    assertThat(rows.isNewer(10 * S - 1, NODE)).isFalse();
  }
}
