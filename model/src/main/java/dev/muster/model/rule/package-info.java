/**
 * The rules of every valid job and of every valid tree of queues, whether it comes from a file or
 * over the network.
 *
 * <p>Takes a {@link dev.muster.model.JobSpec} or a {@link dev.muster.model.queue.QueueTree}; gives
 * problems as text. {@code model.file} adds line numbers, {@code core.master} rejects what is
 * invalid.
 */
@NullMarked
package dev.muster.model.rule;

import org.jspecify.annotations.NullMarked;
