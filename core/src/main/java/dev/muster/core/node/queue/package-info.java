/**
 * The node's wait queue: guaranteed tasks by their discipline, opportunistic tasks by weight, whose
 * turn it is, and how long a task that arrives now would wait.
 *
 * <p>{@link dev.muster.core.node.queue.WaitQueue} takes admitted tasks and gives the next one that
 * can have its allocation. Those that have one are the concern of {@code core.node}.
 */
@NullMarked
package dev.muster.core.node.queue;

import org.jspecify.annotations.NullMarked;
