/**
 * Step 6, queue: the node's own line.
 *
 * <p>{@link dev.muster.core.queue.Node} is the actor. Reservations wait in {@link
 * dev.muster.core.queue.Line}, first come first served; the one at the head takes its room from
 * {@link dev.muster.core.queue.Room} and asks its scheduler for a task. Next: {@code run}.
 */
@NullMarked
package dev.muster.core.queue;

import org.jspecify.annotations.NullMarked;
