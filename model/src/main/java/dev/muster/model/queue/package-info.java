/**
 * Queues: who may use how much of a cell. A {@link QueueTree} is what operators write down and the
 * master has on record; the shares that follow from it are computed in {@code core.master.share}.
 */
@NullMarked
package dev.muster.model.queue;

import org.jspecify.annotations.NullMarked;
