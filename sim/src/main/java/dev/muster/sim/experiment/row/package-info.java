/**
 * Work that policies are compared on: what a cell is, and the jobs that come to it.
 *
 * <p>A {@link dev.muster.sim.experiment.row.ComparedRow} stands in the package of the experiment
 * that it takes its numbers from, or reads a trace. It makes {@link
 * dev.muster.sim.experiment.row.ComparedWork}, the same whatever the policy: when each {@link
 * dev.muster.sim.experiment.row.ComparedJob} arrives, what its tasks truly take, and how long it
 * would take in an empty cell ({@link dev.muster.sim.experiment.row.EmptyCell}). {@code
 * sim.experiment.compare} runs it.
 */
@NullMarked
package dev.muster.sim.experiment.row;

import org.jspecify.annotations.NullMarked;
