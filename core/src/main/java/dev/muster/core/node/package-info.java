/**
 * The node: its wait queue, allocations, runs and results.
 *
 * <p>{@link dev.muster.core.node.Node} is the actor. It takes reservations, whose task is named
 * when their turn has come, and tasks themselves. Each is guaranteed or opportunistic, and has its
 * resources reserved or waits for them.
 */
@NullMarked
package dev.muster.core.node;

import org.jspecify.annotations.NullMarked;
