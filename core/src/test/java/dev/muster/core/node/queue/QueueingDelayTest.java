package dev.muster.core.node.queue;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.node.queue.QueuedTask.QueuedTaskState;
import dev.muster.core.node.queue.QueueingDelay.Hold;
import dev.muster.core.node.resource.Allocation.AllocationState;
import dev.muster.core.node.resource.AvailabilityTimeline;
import dev.muster.core.node.resource.ResourceLedger;
import dev.muster.core.node.resource.SpareShare;
import dev.muster.model.Demand;
import dev.muster.model.Load;
import dev.muster.model.Resources;
import dev.muster.model.Tier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class QueueingDelayTest {

  private static final long NOW = 1_000 * S;
  private static final SpareShare ALL = SpareShare.ofBoth(1);

  private final List<Hold> holds = new ArrayList<>();
  private final Backlog guaranteed = new Backlog();
  private final Backlog opportunistic = new Backlog();
  private ResourceLedger ledger = machine(size(4, 4));
  private SpareShare share = ALL;
  private long arrivals;

  private static ResourceLedger machine(Resources capacity) {
    return new ResourceLedger(capacity, new Lifecycle<>(AllocationState.class));
  }

  private QueuedTask task(Resources need, long lengthNs) {
    long id = ++arrivals;
    var demand = Demand.of(need).withEstimate(lengthNs);
    var lifecycle = new Lifecycle<>(QueuedTaskState.class);
    return new QueuedTask(lifecycle, id, SchedulerEvent.at(0), id, 0, demand, null);
  }

  private void waits(Resources need, long lengthNs) {
    opportunistic.add(task(need, lengthNs));
  }

  private void waitsGuaranteed(Resources need, long lengthNs) {
    guaranteed.add(task(need, lengthNs));
  }

  private void runs(Resources need, long leftNs, Tier tier) {
    ledger.reserve(Demand.of(need).with(tier));
    holds.add(new Hold(NOW + leftNs, need, tier == Tier.OPPORTUNISTIC));
  }

  private void runs(Resources need, long leftNs) {
    runs(need, leftNs, Tier.GUARANTEED);
  }

  private long delayNs() {
    var delay = new QueueingDelay(ledger, _ -> new ArrayList<>(holds));
    return delay.ns(NOW, share, guaranteed, opportunistic);
  }

  /** T_q and T_r of the paper, each a sum. */
  @Test
  void whereOneTaskRunsAtATimeItIsWhatIsLeftOfThatAndTheLengthsOfThoseThatWait() {
    ledger = machine(UNIT);
    assertThat(delayNs()).isZero();
    runs(UNIT, 3 * S);
    assertThat(delayNs()).isEqualTo(3 * S);
    waits(UNIT, 5 * S);
    waits(UNIT, 7 * S);
    assertThat(delayNs()).isEqualTo(15 * S);
    waitsGuaranteed(UNIT, 2 * S);
    assertThat(delayNs()).as("what goes first counts too").isEqualTo(17 * S);
  }

  @Test
  void aMachineOfTwiceTheSizeTakesHalfAsLong() {
    for (int cores : new int[] {4, 8, 64}) {
      ledger = machine(size(cores, cores));
      holds.clear();
      runs(size(cores, cores), S);
      assertThat(delayNs()).isEqualTo(S);
    }
    waits(UNIT, 64 * S);
    assertThat(delayNs()).isEqualTo(2 * S);
  }

  @Test
  void whereASlotIsFreeAndNothingWaitsThereIsNone() {
    runs(size(3, 3), 900 * S);
    assertThat(delayNs()).isZero();
    runs(new Resources(1, 0), 5 * S);
    assertThat(delayNs()).as("less than a core is left").isEqualTo(5 * S);
  }

  @Test
  void whatIsFreeServesWhatWaitsBeforeOthersExit() {
    runs(size(3, 0), 100 * S);
    waits(size(2, 0), 10 * S);
    assertThat(delayNs()).as("one core of four is free").isEqualTo(20 * S);
    runs(size(1, 0), 8 * S);
    assertThat(delayNs()).isEqualTo(28 * S);
    waits(size(1, 0), 72 * S);
    assertThat(delayNs()).as("and all of them once the first exits").isEqualTo(100 * S);
    waits(size(1, 0), 8 * S);
    assertThat(delayNs()).isEqualTo(102 * S);
  }

  @Test
  void theScarcerResourceCounts() {
    runs(size(1, 4), 9 * S);
    assertThat(delayNs()).isEqualTo(9 * S);
    waits(size(4, 1), 4 * S);
    assertThat(delayNs()).as("four cores for 4 s").isEqualTo(10 * S);
    waits(size(0, 4), 3 * S);
    assertThat(delayNs()).as("a quarter of the memory for 4 s, all of it for 3").isEqualTo(13 * S);
  }

  @Test
  void theShareOfOpportunisticTasksIsServedApart() {
    share = new SpareShare(0.5, 1);
    runs(size(2, 0), 6 * S, Tier.OPPORTUNISTIC);
    assertThat(delayNs()).as("two cores are free, and none for them").isEqualTo(6 * S);
    waits(size(1, 0), 8 * S);
    assertThat(delayNs()).isEqualTo(10 * S);
    waitsGuaranteed(size(1, 0), 8 * S);
    assertThat(delayNs()).as("there is room for that beside them").isEqualTo(10 * S);
    share = new SpareShare(1, 0.5);
    runs(size(0, 2), 11 * S, Tier.OPPORTUNISTIC);
    assertThat(delayNs()).isEqualTo(11 * S);
  }

  @Test
  void whereNoneMayEverStartThereIsNoEnd() {
    share = SpareShare.ofBoth(0);
    assertThat(delayNs()).isEqualTo(Load.NEVER);
    share = new SpareShare(1, 0);
    assertThat(delayNs()).isEqualTo(Load.NEVER);
    share = ALL;
    holds.add(new Hold(AvailabilityTimeline.NEVER, size(4, 0), false));
    ledger.reserve(Demand.of(size(4, 0)));
    assertThat(delayNs()).isEqualTo(Load.NEVER);
  }

  @Test
  void aShareThatIsLessThanASlotIsASlot() {
    share = SpareShare.ofBoth(0.125);
    waits(new Resources(500, 0), S);
    assertThat(delayNs()).isEqualTo(S);
  }

  /** So that shedding always comes to an end. */
  @Test
  void lessThatWaitsNeverMeansALongerDelay() {
    var chance = Chance.of(3, "delays");
    for (int round = 0; round < 2_000; round++) {
      ledger = machine(size(1 + chance.nextInt(8), 1 + chance.nextInt(8)));
      holds.clear();
      share = new SpareShare(chance.nextDouble(), chance.nextDouble());
      for (int run = chance.nextInt(6); run > 0; run--) {
        var need = new Resources(chance.nextInt(2_000), chance.nextInt(1 << 30));
        runs(need, 1 + chance.nextInt(9_000_000), Tier.values()[chance.nextInt(2)]);
      }
      var all = new ArrayList<QueuedTask>();
      for (int wait = 1 + chance.nextInt(9); wait > 0; wait--) {
        all.add(task(size(chance.nextInt(3), chance.nextInt(3)), 1 + chance.nextInt(9_000_000)));
        opportunistic.add(all.getLast());
      }
      long before = delayNs();
      while (!all.isEmpty()) {
        opportunistic.remove(all.remove(chance.nextInt(all.size())));
        long after = delayNs();
        assertThat(after).isBetween(0L, before);
        before = after;
      }
    }
  }
}
