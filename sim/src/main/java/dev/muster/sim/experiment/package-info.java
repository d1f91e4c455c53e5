/**
 * The wind tunnel: named experiments that run the production actors in virtual time.
 *
 * <p>One experiment, one file. It lists its parameters, takes other values for them, and gives an
 * {@link dev.muster.sim.experiment.ExperimentReport}; {@link dev.muster.sim.experiment.Experiments}
 * is the list of all.
 */
@NullMarked
package dev.muster.sim.experiment;

import org.jspecify.annotations.NullMarked;
