package dev.muster.core.scheduler.place.partitioned;

import dev.muster.core.scheduler.place.SearchOrder;
import dev.muster.core.scheduler.place.commit.Refresh;

/**
 * What a search for machines puts first: quality, or latency where tasks have waited too long of
 * late, by the moving average of their delays.
 */
final class AdaptiveOrder {

  /** What the latest delay counts for: some ten make the average. */
  private static final double WEIGHT = 0.1;

  private final Refresh config;
  private double averageNs;

  AdaptiveOrder(Refresh config) {
    this.config = config;
  }

  /** Tasks were committed so long after they wanted to be. */
  void note(long delayNs) {
    averageNs += WEIGHT * (delayNs - averageNs);
  }

  SearchOrder now() {
    return switch (config.preference()) {
      case QUALITY -> SearchOrder.QUALITY;
      case LATENCY -> SearchOrder.LATENCY;
      case ANYWHERE -> SearchOrder.ANYWHERE;
      case ADAPTIVE -> averageNs < config.boundNs() ? SearchOrder.QUALITY : SearchOrder.LATENCY;
    };
  }
}
