/**
 * The node: admission, allocations, runs and results of one machine.
 *
 * <p>{@link dev.muster.core.node.Node} is the actor. It is sent reservations, whose task is asked
 * for when their turn has come, and tasks themselves. Each is guaranteed or opportunistic, and has
 * its resources committed in the cell state or waits for them in {@code queue}. What the machine
 * has, and what is reserved of it, is in {@code resource}. Schedulers that watch tasks get {@code
 * AttemptReports}, the monitor gets {@code LoadReports} for as long as it wants them.
 */
@NullMarked
package dev.muster.core.node;

import org.jspecify.annotations.NullMarked;
