package dev.muster.core.node;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a node treats those who wait.
 *
 * @param order of guaranteed tasks
 * @param fillGaps whether a later one may start first where that delays nobody before it
 * @param pick of opportunistic tasks
 * @param opportunisticShare how much of the machine these may have, until a monitor says otherwise
 * @param freezes whether these stand still where only cpu is needed of them, and lose no work;
 *     otherwise they are ended
 * @param maxWaiting how many may wait; one more is returned to its scheduler
 * @param maxWorkNs how much work may wait by its estimates; more is returned
 * @param sampling what it does for schedulers that sample
 * @param grants which tasks may run here at all
 * @param foretells whether reports say how long a task would wait, for policies that go by it
 * @param attributes what the node is, by names of its operator's choice, for tasks that require it
 */
public record NodeConfig(
    QueueOrder order,
    boolean fillGaps,
    OpportunisticPick pick,
    double opportunisticShare,
    boolean freezes,
    int maxWaiting,
    long maxWorkNs,
    Sampling sampling,
    Grants grants,
    boolean foretells,
    Map<String, String> attributes) {

  /**
   * What a node does for schedulers that sample, beyond the paper.
   *
   * @param askAhead how many late reservations ask for their task before there is room for it, so
   *     that no room idles for a round trip
   * @param tellsTakenNs for how long a newcomer must be expected to wait for what runs for its
   *     scheduler to hear so at once; 0 for never
   */
  public record Sampling(int askAhead, long tellsTakenNs) {

    /** As in the paper. */
    public static final Sampling PLAIN = new Sampling(0, 0);
  }

  public NodeConfig {
    attributes =
        attributes.isEmpty()
            ? Collections.emptyMap()
            : Collections.unmodifiableMap(new TreeMap<>(attributes));
  }

  private static final NodeConfig STANDARD =
      new NodeConfig(
          QueueOrder.FIFO,
          true,
          OpportunisticPick.WEIGHTED_RANDOM,
          1,
          false,
          100_000,
          Long.MAX_VALUE,
          Sampling.PLAIN,
          Grants.OPEN,
          true,
          Collections.emptyMap());

  public static NodeConfig standard() {
    return STANDARD;
  }

  public NodeConfig withOrder(QueueOrder other) {
    return new NodeConfig(
        other,
        fillGaps,
        pick,
        opportunisticShare,
        freezes,
        maxWaiting,
        maxWorkNs,
        sampling,
        grants,
        foretells,
        attributes);
  }

  public NodeConfig withoutGapFilling() {
    return new NodeConfig(
        order,
        false,
        pick,
        opportunisticShare,
        freezes,
        maxWaiting,
        maxWorkNs,
        sampling,
        grants,
        foretells,
        attributes);
  }

  public NodeConfig withPick(OpportunisticPick other) {
    return new NodeConfig(
        order,
        fillGaps,
        other,
        opportunisticShare,
        freezes,
        maxWaiting,
        maxWorkNs,
        sampling,
        grants,
        foretells,
        attributes);
  }

  public NodeConfig withFreezing() {
    return new NodeConfig(
        order,
        fillGaps,
        pick,
        opportunisticShare,
        true,
        maxWaiting,
        maxWorkNs,
        sampling,
        grants,
        foretells,
        attributes);
  }

  public NodeConfig withLimits(int count, long workNs) {
    return new NodeConfig(
        order,
        fillGaps,
        pick,
        opportunisticShare,
        freezes,
        count,
        workNs,
        sampling,
        grants,
        foretells,
        attributes);
  }

  public NodeConfig withSampling(Sampling other) {
    return new NodeConfig(
        order,
        fillGaps,
        pick,
        opportunisticShare,
        freezes,
        maxWaiting,
        maxWorkNs,
        other,
        grants,
        foretells,
        attributes);
  }

  public NodeConfig withGrants(Grants judge) {
    return new NodeConfig(
        order,
        fillGaps,
        pick,
        opportunisticShare,
        freezes,
        maxWaiting,
        maxWorkNs,
        sampling,
        judge,
        foretells,
        attributes);
  }

  public NodeConfig withoutForecast() {
    return new NodeConfig(
        order,
        fillGaps,
        pick,
        opportunisticShare,
        freezes,
        maxWaiting,
        maxWorkNs,
        sampling,
        grants,
        false,
        attributes);
  }

  public NodeConfig withAttributes(Map<String, String> given) {
    return new NodeConfig(
        order,
        fillGaps,
        pick,
        opportunisticShare,
        freezes,
        maxWaiting,
        maxWorkNs,
        sampling,
        grants,
        foretells,
        given);
  }
}
