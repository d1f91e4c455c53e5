package dev.muster.sim.experiment.omega;

import java.util.Arrays;

/** The kinds of scheduling that the Omega paper compares. */
enum Architecture {
  /** One scheduler that thinks as long about batch jobs as about services. */
  MONOLITHIC_SINGLE("monolithic-single", "mono-single"),
  /** One scheduler that is quick with batch jobs. */
  MONOLITHIC_MULTI("monolithic-multi", "mono-multi"),
  /** Two schedulers, each with machines of its own. */
  STATIC_PARTITIONS("static-partitions", ""),
  /** Frameworks that are offered what is free. */
  OFFERS("offers", "mesos"),
  /** Schedulers that share the state of the cell: production. */
  SHARED("shared", "omega");

  final String label;

  /** What files of reference results call it; empty where they have none. */
  final String inReference;

  Architecture(String label, String inReference) {
    this.label = label;
    this.inReference = inReference;
  }

  static Architecture of(String label) {
    return Arrays.stream(values())
        .filter(each -> each.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no architecture `" + label + "`"));
  }

  boolean isMonolithic() {
    return this == MONOLITHIC_SINGLE || this == MONOLITHIC_MULTI;
  }

  /** Whether there can be several schedulers of batch jobs. */
  boolean sharesBatch() {
    return this == OFFERS || this == SHARED;
  }
}
