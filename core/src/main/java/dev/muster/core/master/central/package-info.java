/**
 * The central scheduler of Mercury, a service of the leader: places the containers that schedulers
 * request, one after the other, on the cell state itself, where they certainly fit.
 *
 * <p>{@link dev.muster.core.master.central.CentralScheduler} takes requests and withdrawals, and
 * hears of claims that end and of nodes; it gives log entries, and answers once they are applied.
 * Requests are soft state, which schedulers repeat; what was granted is in the cell state. Next:
 * {@code core.scheduler.place.hybrid} starts tasks in the containers.
 */
@NullMarked
package dev.muster.core.master.central;

import org.jspecify.annotations.NullMarked;
