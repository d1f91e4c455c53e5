/**
 * Step 3, plan: what runs next, and what came of it.
 *
 * <p>{@link dev.muster.core.plan.Scheduler} is the actor; it keeps one {@link
 * dev.muster.core.plan.JobManager} per job, one {@link dev.muster.core.plan.StagePlan} per stage,
 * and all its reservations in one flat {@link dev.muster.core.plan.ReservationTable}. {@link
 * dev.muster.core.plan.PreferringTasks} has the tasks that prefer nodes, which {@link
 * dev.muster.core.plan.PreferredReservations} are kept at; {@link dev.muster.core.plan.Rounds}
 * binds tasks early, where the policy does; {@link dev.muster.core.plan.Committer} has room claimed
 * in the cell, where the job wants that. Takes admitted jobs; gives reservations and tasks to
 * nodes, and done tasks and ended jobs to the master. {@link dev.muster.core.plan.Takeover} is how
 * one begins that comes after another. Next: {@code place}.
 */
@NullMarked
package dev.muster.core.scheduler;

import org.jspecify.annotations.NullMarked;
