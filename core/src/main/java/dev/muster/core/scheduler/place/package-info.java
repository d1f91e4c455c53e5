/**
 * The seam between a scheduler and its policies, and what all policies know of the cell.
 *
 * <p>A {@link dev.muster.core.scheduler.place.Placer} is one policy, in a package of its own below
 * this one. It sees the tasks of a stage as {@link dev.muster.core.scheduler.place.StageTasks} and
 * gives {@link dev.muster.core.scheduler.place.Attempt attempts} of them to nodes.
 */
@NullMarked
package dev.muster.core.scheduler.place;

import org.jspecify.annotations.NullMarked;
