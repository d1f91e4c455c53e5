package dev.muster.core.scheduler;

import dev.muster.core.scheduler.place.PartitionFit.Way;

/**
 * What comes first when machines are chosen for partitioned jobs: quality, or latency where tasks
 * have waited too long of late.
 */
final class Urgency {

  private final Refresh config;
  private final Delays delays = new Delays();

  Urgency(Refresh config) {
    this.config = config;
  }

  /** Tasks were committed so long after they wanted to be. */
  void note(long delayNs) {
    delays.note(delayNs);
  }

  Way way() {
    return switch (config.preference()) {
      case QUALITY -> Way.QUALITY;
      case LATENCY -> Way.LATENCY;
      case ANYWHERE -> Way.ANYWHERE;
      case ADAPTIVE -> delays.averageNs() < config.boundNs() ? Way.QUALITY : Way.LATENCY;
    };
  }
}
