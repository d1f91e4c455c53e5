/**
 * What {@code hybrid} does beyond the paper of Mercury, against the settings of the paper.
 *
 * <p>A point is a {@link dev.muster.sim.experiment.hybrid.LoadSteps} run: short and long jobs
 * arrive at random while the load steps up and down, under one setting of t_d and p_q.
 */
@NullMarked
package dev.muster.sim.experiment.hybrid;

import org.jspecify.annotations.NullMarked;
