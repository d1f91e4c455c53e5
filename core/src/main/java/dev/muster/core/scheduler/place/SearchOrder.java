package dev.muster.core.scheduler.place;

/** What a search for machines puts first where partitions of a replica are not equally fresh. */
public enum SearchOrder {
  /** The partition whose open machines are best on average, whoever else may be after them. */
  QUALITY,
  /** The partition that was refreshed last: what seems open there most likely is. */
  LATENCY,
  /** No partition: good machines wherever they are. */
  ANYWHERE
}
