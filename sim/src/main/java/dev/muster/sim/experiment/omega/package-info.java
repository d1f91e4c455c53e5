/**
 * Experiments of the Omega paper: schedulers that share the state of the cell, held against the
 * paper and against its own simulator.
 */
@NullMarked
package dev.muster.sim.experiment.omega;

import org.jspecify.annotations.NullMarked;
