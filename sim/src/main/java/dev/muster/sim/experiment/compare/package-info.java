/**
 * Each policy, and {@code auto}, on the work that each paper has for its own, and on real traces.
 *
 * <p>{@link dev.muster.sim.experiment.compare.CompareRows} has the rows, {@link
 * dev.muster.sim.experiment.compare.CompareRun} takes the work of one through a cell of production
 * actors under one policy, {@link dev.muster.sim.experiment.compare.CompareLedger} counts from
 * outside, and {@link dev.muster.sim.experiment.compare.RowScores} says who is best.
 */
@NullMarked
package dev.muster.sim.experiment.compare;

import org.jspecify.annotations.NullMarked;
