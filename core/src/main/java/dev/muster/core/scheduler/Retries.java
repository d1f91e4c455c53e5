package dev.muster.core.scheduler;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Stages that found too little room, each until it is looked at again. However many there are, one
 * timer is set.
 */
final class Retries {

  private static final long NEVER = Long.MAX_VALUE;

  /** Doubling stops here, well below the size of a long. */
  private static final int MOST_DOUBLINGS = 20;

  private record Waiting(long dueNs, long number, Turn turn) {}

  private final CommitConfig.Retry config;
  private final Chance chance;
  private final PriorityQueue<Waiting> waiting =
      new PriorityQueue<>(
          Comparator.comparingLong(Waiting::dueNs).thenComparingLong(Waiting::number));
  private long lastNumber;
  private long allDueNs = NEVER;
  private long timerNs = NEVER;

  Retries(CommitConfig.Retry config, Chance chance) {
    this.config = config;
    this.chance = chance;
  }

  void add(long nowNs, Turn turn, Effects out) {
    long dueNs = nowNs + delayNs(turn.stage().vainTries++);
    waiting.add(new Waiting(dueNs, ++lastNumber, turn));
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
  List<Turn> due(long nowNs, Effects out) {
    timerNs = NEVER;
    boolean all = allDueNs <= nowNs;
    allDueNs = all ? NEVER : allDueNs;
    List<Turn> due = new ArrayList<>();
    for (var next = waiting.peek(); next != null && (all || next.dueNs <= nowNs); ) {
      due.add(next.turn);
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
      out.wake(atNs, SchedulerTimer.RETRY_PLACEMENT);
    }
  }
}
