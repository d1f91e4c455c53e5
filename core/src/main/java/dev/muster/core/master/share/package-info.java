/**
 * What queues, users and jobs are entitled to: a pure computation from the tree of queues, the size
 * of the cell, and what jobs use and want.
 *
 * <pre>
 *   Guarantees ──► FractionalShares (Filling) ──► WholeTasks ──► Headroom ──► FairShares
 *                                                                               └──► Reclaim
 * </pre>
 *
 * Takes {@code JobNeed}s; gives {@code JobShare}s, and what to give back. Next: {@code
 * core.master.queue}, which says it to schedulers.
 */
@NullMarked
package dev.muster.core.master.share;

import org.jspecify.annotations.NullMarked;
