/**
 * The monitor: gathers the loads of nodes while some scheduler is interested, and spreads them. The
 * messages are drawn in {@code core.event}.
 *
 * <p>All of it is soft state: nothing is repeated until acknowledged, nothing survives a restart,
 * and whoever misses a message learns the same a moment later. Where no scheduler asks there is no
 * message and no timer.
 */
@NullMarked
package dev.muster.core.monitor;

import org.jspecify.annotations.NullMarked;
