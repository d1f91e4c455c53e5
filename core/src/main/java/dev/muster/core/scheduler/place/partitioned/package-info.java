/**
 * The policy {@code partitioned}, after ParSync: the replica is refreshed partition by partition,
 * and decisions are made on it as it is.
 */
@NullMarked
package dev.muster.core.scheduler.place.partitioned;

import org.jspecify.annotations.NullMarked;
