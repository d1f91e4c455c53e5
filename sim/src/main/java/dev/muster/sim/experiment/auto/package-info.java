/**
 * Experiments with the policy {@code auto}: short and long jobs in one cell.
 *
 * <p>{@link dev.muster.sim.experiment.auto.JobTrace} runs a list of jobs, of which each task's time
 * is known, with what other simulators say of the same list beside it.
 */
@NullMarked
package dev.muster.sim.experiment.auto;

import org.jspecify.annotations.NullMarked;
