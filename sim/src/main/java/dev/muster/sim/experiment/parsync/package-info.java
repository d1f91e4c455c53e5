/**
 * What ParSync's paper shows: schedulers that refresh their replicas of the cell partition by
 * partition, and choose between good machines and fresh ones.
 *
 * <p>A point is a {@link dev.muster.sim.experiment.parsync.PartitionedRun}: a {@link
 * dev.muster.sim.experiment.parsync.JobFlow} through a {@link
 * dev.muster.sim.experiment.parsync.PartitionedCell}, which a {@link
 * dev.muster.sim.experiment.parsync.PartitionedLedger} counts in bins. {@link
 * dev.muster.sim.experiment.parsync.ScaledModel} has the sizes of the paper's simulations, {@link
 * dev.muster.sim.experiment.parsync.ScaledCluster} those of its cluster.
 */
@NullMarked
package dev.muster.sim.experiment.parsync;

import org.jspecify.annotations.NullMarked;
