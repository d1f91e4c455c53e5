/**
 * The policy {@code sampled}, after Sparrow: batch sampling with late binding.
 *
 * <p>{@link dev.muster.core.scheduler.place.sampled.SampledPlacer} is the placer, {@link
 * dev.muster.core.scheduler.place.sampled.SampledStage} what it keeps of a stage. {@link
 * dev.muster.core.scheduler.place.sampled.NodeSampler} draws nodes, {@link
 * dev.muster.core.scheduler.place.sampled.ReservationSpread} moves reservations when nodes join.
 * {@link dev.muster.core.scheduler.place.sampled.SharedReservations} has as many out as are needed,
 * and {@link dev.muster.core.scheduler.place.sampled.Hedge} more while nodes are busy. {@link
 * dev.muster.core.scheduler.place.sampled.PreferringTasks} has the tasks that prefer nodes.
 */
@NullMarked
package dev.muster.core.scheduler.place.sampled;

import org.jspecify.annotations.NullMarked;
