/**
 * Queues: who may use how much of a cell. A {@link QueueTree} is what operators write down and the
 * master has on record; {@link QueueChanges} says who loses and gains where one takes the place of
 * another; the shares that follow from a tree are computed in {@code core.master.share}.
 */
@NullMarked
package dev.muster.model.queue;

import org.jspecify.annotations.NullMarked;
