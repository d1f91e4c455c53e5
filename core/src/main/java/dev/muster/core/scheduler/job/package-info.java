/**
 * One job and its stages: which are open, what may start, what came of it, and when it is over.
 *
 * <pre>
 *   JobManager            one job: when it runs, closes, is over
 *     JobStages           which stages are open; StageTurns, whose turn it is
 *       Stage             one stage, until its last task has succeeded
 *         StageAttempts   its attempts
 *         StageNeeds      what its tasks need        TaskRuntimes   how long they run
 *         StartLimits     how many may start         PlaceableTasks the same as its placer sees it
 *     Reopening           has tasks run again whose outputs are lost
 *     Receipts            its successes on their way to the master's record
 *     JobReasons          why its tasks are where they are
 *     JobReports          what its client hears of it
 * </pre>
 *
 * <p>Takes the specification of a job and what came of its attempts, and gives {@code
 * scheduler.place} the tasks that may start. It is made of {@code scheduler.task}, {@code .graph},
 * {@code .budget} and {@code .estimate}.
 */
@NullMarked
package dev.muster.core.scheduler.job;

import org.jspecify.annotations.NullMarked;
