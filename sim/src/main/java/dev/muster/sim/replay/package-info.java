/**
 * Recorded workflows, run again: a workflow becomes a job with one stage for each of its tasks, and
 * the production actors run the job in virtual time.
 *
 * <p>What is modelled: a task takes its recorded run time, and before that the time to fetch the
 * inputs that were made on other nodes, at the bandwidth of the cell. Files stay where they were
 * made: copies that readers have, contention for the network, and the way of files from outside of
 * the workflow, which is part of recorded run times, are not modelled. Schedulers have each run
 * time as the estimate of its stage.
 *
 * <p>{@code WorkflowReplay} runs the job under a policy, {@code Heft} computes a schedule for
 * comparison; both count with {@code DataPlaces}. {@code EmittedJob} writes the job as a file that
 * is run for real.
 */
@NullMarked
package dev.muster.sim.replay;

import org.jspecify.annotations.NullMarked;
