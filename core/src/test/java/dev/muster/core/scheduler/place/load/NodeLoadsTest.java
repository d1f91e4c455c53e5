package dev.muster.core.scheduler.place.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.FailureOdds;
import dev.muster.core.cell.PackedLoads;
import dev.muster.core.cell.WaitRows;
import dev.muster.core.event.MonitorEvent;
import dev.muster.core.event.MonitorEvent.GetLoads;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.LoadDelta;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.model.Load;
import dev.muster.model.Resources;
import dev.muster.model.WaitMatrix;
import java.util.Collections;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class NodeLoadsTest {

  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;
  private static final int NODE = 300;
  private static final Resources MACHINE = new Resources(12_800, 128 << 20);
  private static final int[] NO_INTS = {};
  private static final long[] NO_LONGS = {};

  private final NodeLoads loads = new NodeLoads(SchedulerEvent.at(3), 3 * S);

  /** The wait for each amount of cpu is one second more than for the one before. */
  private static WaitMatrix steps(long firstS) {
    var cpu = LongStream.range(firstS, firstS + WaitMatrix.SIDE).map(s -> s * S).boxed().toList();
    return new WaitMatrix(cpu, Collections.nCopies(WaitMatrix.SIDE, 0L));
  }

  private static Resources cpu(long millis) {
    return new Resources(millis, 1);
  }

  private static int[] row(int gap, int ageMs, WaitMatrix waits) {
    var rows = new WaitRows();
    rows.put(0, 0, waits);
    var packed = new IntList();
    packed.add(gap);
    packed.add(ageMs);
    rows.pack(0, packed);
    return packed.toArray();
  }

  private static LoadDelta delta(long instance, long from, long upTo, int[] rows, int[] again) {
    var packed = new PackedLoads(0, rows, again, NO_INTS, NO_LONGS, false, NO_INTS);
    return new LoadDelta(instance, from, upTo, false, packed);
  }

  private long waitS(int cpuMillis) {
    return loads.waitNs(NODE, MACHINE, cpu(cpuMillis), 0) / S;
  }

  @Test
  void theWaitIsThatOfTheLeastAmountThatSuffices() {
    loads.on(5 * S, delta(1, 0, 9, row(NODE, 0, steps(2)), NO_INTS));
    assertThat(waitS(100)).isEqualTo(2);
    assertThat(waitS(101)).isEqualTo(3);
    assertThat(waitS(12_800)).isEqualTo(9);
    assertThat(loads.waitNs(NODE, MACHINE, cpu(12_801), 0)).isEqualTo(WaitMatrix.NEVER);
    var gpu = cpu(100).with("gpu", 1);
    assertThat(loads.waitNs(NODE, MACHINE, gpu, 0)).isEqualTo(WaitMatrix.NEVER);
  }

  @Test
  void anOldMatrixIsReadHigherAndNeverPastItsEnd() {
    loads.on(5 * S, delta(1, 0, 9, row(NODE, 0, steps(2)), NO_INTS));
    assertThat(loads.waitNs(NODE, MACHINE, cpu(100), 1)).isEqualTo(3 * S);
    assertThat(loads.waitNs(NODE, MACHINE, cpu(12_800), 1)).isEqualTo(9 * S);
  }

  @Test
  void memoryCountsAsWellAsCpu() {
    var none = Collections.nCopies(WaitMatrix.SIDE, 0L);
    loads.update(0, NODE, new Load(0, 0, 0, new WaitMatrix(none, steps(1).cpuNs())));
    assertThat(loads.waitNs(NODE, MACHINE, new Resources(1, 3 << 20), 0)).isEqualTo(3 * S);
  }

  @Test
  void aWaitThatNeverEndsStaysSo() {
    var never = Collections.nCopies(WaitMatrix.SIDE, WaitMatrix.NEVER);
    loads.on(0, delta(1, 0, 1, row(NODE, 0, new WaitMatrix(never, never)), NO_INTS));
    loads.on(S, delta(1, 1, 2, NO_INTS, new int[] {NODE, 0}));
    assertThat(loads.waitNs(NODE, MACHINE, cpu(1), 0)).isEqualTo(WaitMatrix.NEVER);
  }

  @Test
  void ofAnUnknownNodeNothingIsKnown() {
    assertThat(loads.ageNs(S, NODE)).isEqualTo(Long.MAX_VALUE);
    assertThat(waitS(100)).isZero();
    assertThat(loads.odds(NODE, S, S)).isEqualTo(1);
    assertThat(loads.lightCount(S)).isZero();
    assertThat(loads.files().has(NODE, 1)).isFalse();
  }

  @Test
  void theAgeIsThatOfTheReportNotOfTheDelta() {
    loads.on(5 * S, delta(1, 0, 9, row(NODE, 700, steps(2)), NO_INTS));
    assertThat(loads.ageNs(6 * S, NODE)).isEqualTo(1_700 * MS);
  }

  /** A matrix foresees that its waits get shorter; a node that says no more is as predicted. */
  @Test
  void asPredictedRenewsTheAgeAndShortensTheWaits() {
    loads.on(5 * S, delta(1, 0, 9, row(NODE, 0, steps(2)), NO_INTS));
    loads.on(8 * S, delta(1, 9, 12, NO_INTS, new int[] {NODE, 500}));
    assertThat(loads.ageNs(8 * S, NODE)).isEqualTo(500 * MS);
    assertThat(waitS(100)).isZero();
    assertThat(loads.waitNs(NODE, MACHINE, cpu(12_800), 0)).isEqualTo(6_500 * MS);
  }

  @Test
  void aDeltaThatDoesNotFollowIsIgnored() {
    loads.on(5 * S, delta(1, 0, 9, row(NODE, 0, steps(2)), NO_INTS));
    assertThat(loads.on(6 * S, delta(1, 0, 9, row(NODE, 0, steps(4)), NO_INTS))).isFalse();
    loads.on(6 * S, delta(1, 10, 11, row(NODE, 0, steps(4)), NO_INTS));
    loads.on(6 * S, delta(2, 9, 11, row(NODE, 0, steps(4)), NO_INTS));
    assertThat(waitS(100)).isEqualTo(2);
  }

  @Test
  void aNewMonitorBeginsAnewAndAnOldOneIsIgnored() {
    loads.on(5 * S, delta(1, 0, 9, row(NODE, 0, steps(2)), NO_INTS));
    loads.on(6 * S, delta(2, 0, 3, row(NODE + 1, 0, steps(4)), NO_INTS));
    assertThat(waitS(100)).isEqualTo(2);
    assertThat(loads.ageNs(6 * S, NODE)).isEqualTo(S);
    loads.on(6 * S, delta(1, 9, 12, row(NODE, 0, steps(7)), NO_INTS));
    loads.on(6 * S, delta(1, 0, 12, row(NODE, 0, steps(7)), NO_INTS));
    assertThat(waitS(100)).isEqualTo(2);
    var out = new RecordingEffects();
    loads.ask(out);
    assertThat(out.sent(GetLoads.class)).containsExactly(new GetLoads(SchedulerEvent.at(3), 2, 3));
    assertThat(out.sentTo(MonitorEvent.AT)).hasSize(1);
  }

  @Test
  void aDeltaThatWasCutShortSaysSo() {
    var nothing = delta(1, 0, 9, NO_INTS, NO_INTS).loads();
    assertThat(loads.on(S, new LoadDelta(1, 0, 5, true, nothing))).isTrue();
    assertThat(loads.on(S, new LoadDelta(1, 0, 5, true, nothing))).isFalse();
    assertThat(loads.on(S, new LoadDelta(1, 5, 7, false, nothing))).isFalse();
  }

  @Test
  void theLatestReportCountsWhoeverToldIt() {
    loads.update(5 * S, NODE, new Load(0, 0, 0, steps(4)));
    loads.on(6 * S, delta(1, 0, 9, row(NODE, 1_500, steps(2)), NO_INTS));
    assertThat(waitS(100)).isEqualTo(4);
    assertThat(loads.ageNs(6 * S, NODE)).isEqualTo(S);
    loads.update(4 * S, NODE, new Load(0, 0, 0, steps(7)));
    loads.update(7 * S, NODE, new Load(0, 0, 0, WaitMatrix.UNKNOWN));
    assertThat(waitS(100)).isEqualTo(4);
  }

  /** "As predicted" refers to what the monitor told, not to what the node said since. */
  @Test
  void asPredictedAfterADirectReportIsWhatTheMonitorTold() {
    loads.on(5 * S, delta(1, 0, 9, row(NODE, 0, steps(5)), NO_INTS));
    loads.update(6 * S, NODE, new Load(0, 0, 0, steps(9)));
    loads.on(8 * S, delta(1, 9, 10, NO_INTS, new int[] {NODE, 0}));
    assertThat(waitS(100)).isEqualTo(2);
  }

  @Test
  void failuresFadeAndMaintenanceRulesOut() {
    var risks = new int[] {NODE, 3_000, 0, 0, 2, 0, 60_000, 90_000};
    loads.on(
        10 * S,
        new LoadDelta(
            1, 0, 1, false, new PackedLoads(0, NO_INTS, NO_INTS, risks, NO_LONGS, false, NO_INTS)));
    assertThat(loads.odds(NODE, 60 * S, 10 * S)).isEqualTo(FailureOdds.odds(3, 60 * S));
    assertThat(loads.odds(NODE, 60 * S, 10 * S + FailureOdds.HALF_LIFE_NS))
        .isCloseTo(FailureOdds.odds(1.5, 60 * S), within(1e-9));
    int maintained = NODE + 2;
    assertThat(loads.odds(maintained, 60 * S, 10 * S)).isEqualTo(1);
    assertThat(loads.odds(maintained, 61 * S, 10 * S)).isLessThan(0.01);
    assertThat(loads.odds(maintained, Long.MAX_VALUE, 10 * S)).isLessThan(0.01);
    assertThat(loads.odds(maintained, S, 99 * S)).isLessThan(0.01);
    assertThat(loads.odds(maintained, 3_600 * S, 100 * S)).isEqualTo(1);
    assertThat(loads.odds(NODE + 1, 3_600 * S, 10 * S)).isEqualTo(1);
  }

  @Test
  void theLightListEndsWhereTheMonitorIsSilent() {
    var lit = new PackedLoads(0, NO_INTS, NO_INTS, NO_INTS, NO_LONGS, true, new int[] {4, 3, 1});
    loads.on(S, new LoadDelta(1, 0, 1, false, lit));
    loads.on(5 * S, delta(1, 1, 2, NO_INTS, NO_INTS));
    assertThat(loads.lightCount(8 * S)).isEqualTo(3);
    assertThat(loads.lightCount(8 * S + 1)).isZero();
  }

  @Test
  void theLightListGoesOnUntilThereIsANewOne() {
    var lit = new PackedLoads(0, NO_INTS, NO_INTS, NO_INTS, NO_LONGS, true, new int[] {4, 3, 1});
    loads.on(S, new LoadDelta(1, 0, 1, false, lit));
    loads.on(S, delta(1, 1, 2, NO_INTS, NO_INTS));
    assertThat(loads.lightCount(S)).isEqualTo(3);
    assertThat(loads.light(0)).isEqualTo(4);
    assertThat(loads.light(2)).isEqualTo(8);
    var dark = new PackedLoads(0, NO_INTS, NO_INTS, NO_INTS, NO_LONGS, true, NO_INTS);
    loads.on(S, new LoadDelta(1, 2, 3, false, dark));
    assertThat(loads.lightCount(S)).isZero();
  }

  private void files(long from, long... packed) {
    var loaded = new PackedLoads(0, NO_INTS, NO_INTS, NO_INTS, packed, false, NO_INTS);
    loads.on(S, new LoadDelta(1, from, from + 1, false, loaded));
  }

  @Test
  void filesAreThoseOfTheLatestList() {
    files(0, NODE, 3, 9, -7, 5, NODE + 1, 1, 5);
    assertThat(loads.files().has(NODE, 5)).isTrue();
    assertThat(loads.files().has(NODE, -7)).isTrue();
    assertThat(loads.files().has(NODE, 6)).isFalse();
    assertThat(loads.files().holders(5)).isEqualTo(2);
    files(1, NODE, 1, 6);
    assertThat(loads.files().has(NODE, 5)).isFalse();
    assertThat(loads.files().has(NODE, 6)).isTrue();
    assertThat(loads.files().holders(5)).isEqualTo(1);
    assertThat(loads.files().holder(5, 0)).isEqualTo(NODE + 1);
    assertThat(loads.files().holders(9)).isZero();
  }

  @Test
  void someHoldersOfAFileAreEnough() {
    for (int node = 0; node < 2 * CachedFiles.MAX_HOLDERS; node++) {
      files(node, node, 1, 5);
    }
    assertThat(loads.files().holders(5)).isEqualTo(CachedFiles.MAX_HOLDERS);
  }
}
