/**
 * The stages of a job as a graph: which needs which, the way that is longest to the end of the job,
 * and the outputs that go along the edges.
 *
 * <p>Takes the edges of a job file, estimates and places of outputs, and gives {@code
 * scheduler.job} the order of stages and what their tasks read.
 */
@NullMarked
package dev.muster.core.scheduler.graph;

import org.jspecify.annotations.NullMarked;
