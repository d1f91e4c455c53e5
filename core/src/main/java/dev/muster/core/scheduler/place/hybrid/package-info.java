/**
 * The policies {@code central} and {@code hybrid} of Mercury.
 *
 * <p>Takes waiting tasks. Guaranteed ones get containers that {@code core.master.central} places
 * where they certainly fit; short ones may be opportunistic, and go at random to one of the nodes
 * whose queues are shortest, by the loads that {@code core.monitor} spreads. Next: {@code
 * core.node}.
 */
@NullMarked
package dev.muster.core.scheduler.place.hybrid;

import org.jspecify.annotations.NullMarked;
