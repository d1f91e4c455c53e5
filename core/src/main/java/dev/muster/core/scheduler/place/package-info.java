/**
 * The seam between a scheduler and its policies, and what all policies know of the cell.
 *
 * <p>Each policy has a package of its own below this one. A {@link
 * dev.muster.core.scheduler.place.Placer} sees the tasks of a stage as {@link
 * dev.muster.core.scheduler.place.StageTasks} and gives {@link
 * dev.muster.core.scheduler.place.Attempt attempts} of them to nodes.
 */
@NullMarked
package dev.muster.core.scheduler.place;

import org.jspecify.annotations.NullMarked;
