/**
 * What Omega's paper shows: schedulers that share the state of the cell, beside monoliths, offers
 * and divided machines.
 *
 * <p>A point is an {@link dev.muster.sim.experiment.omega.OmegaRun}: a list of jobs through a cell,
 * measured by an {@link dev.muster.sim.experiment.omega.OmegaLedger} as the simulator of the paper
 * measures, so that results can be held against those of that simulator.
 */
@NullMarked
package dev.muster.sim.experiment.omega;

import org.jspecify.annotations.NullMarked;
