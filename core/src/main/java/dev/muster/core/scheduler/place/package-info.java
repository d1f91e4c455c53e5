/**
 * Choosing nodes: which node gets which waiting task.
 *
 * <p>A policy takes how many tasks of which size want a node and the scheduler's view of the cell,
 * and gives nodes.
 */
@NullMarked
package dev.muster.core.scheduler.place;

import org.jspecify.annotations.NullMarked;
