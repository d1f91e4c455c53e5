package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Stages that found too few machines, each until it is looked at again. However many there are, one
 * timer is set.
 */
final class PlacementBackoff {

  private static final long NEVER = Long.MAX_VALUE;

  /** Doubling stops here, well below the size of a long. */
  private static final int MOST_DOUBLINGS = 20;

  private record BackingOff(long dueNs, long number, CommitStage stage) {}

  private final CommitConfig.Retry config;
  private final Chance chance;
  private final Timer timer;
  private final PriorityQueue<BackingOff> waiting =
      new PriorityQueue<>(
          Comparator.comparingLong(BackingOff::dueNs).thenComparingLong(BackingOff::number));
  private long lastNumber;
  private long allDueNs = NEVER;
  private long timerNs = NEVER;

  PlacementBackoff(CommitConfig.Retry config, Chance chance, Timer timer) {
    this.config = config;
    this.chance = chance;
    this.timer = timer;
  }

  void add(long nowNs, CommitStage stage, Effects out) {
    long dueNs = nowNs + delayNs(stage.failedAgain());
    waiting.add(new BackingOff(dueNs, ++lastNumber, stage));
    setTimer(dueNs, out);
  }

  private long delayNs(int before) {
    long doubled = config.firstNs() << Math.min(before, MOST_DOUBLINGS);
    long ns = doubled < config.firstNs() ? config.mostNs() : Math.min(config.mostNs(), doubled);
    return config.jitter() == 0
        ? ns
        : Math.round(ns * (1 + config.jitter() * (2 * chance.nextDouble() - 1)));
  }

  /** Room has come free: none waits much longer. */
  void hasten(long nowNs, Effects out) {
    if (config.hastens() && allDueNs == NEVER && !waiting.isEmpty()) {
      allDueNs = nowNs + config.firstNs();
      setTimer(allDueNs, out);
    }
  }

  /** Those whose time has come, in order. */
  List<CommitStage> due(long nowNs, Effects out) {
    timerNs = NEVER;
    boolean all = allDueNs <= nowNs;
    allDueNs = all ? NEVER : allDueNs;
    List<CommitStage> due = new ArrayList<>();
    for (var next = waiting.peek(); next != null && (all || next.dueNs <= nowNs); ) {
      due.add(next.stage);
      waiting.remove();
      next = waiting.peek();
    }
    var next = waiting.peek();
    setTimer(next == null ? allDueNs : Math.min(allDueNs, next.dueNs), out);
    return due;
  }

  private void setTimer(long atNs, Effects out) {
    if (atNs < timerNs) {
      timerNs = atNs;
      out.wake(atNs, timer);
    }
  }
}
