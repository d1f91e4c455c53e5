/**
 * Jobs, stages, tasks and their attempts: what runs next, and what came of it.
 *
 * <pre>
 *   Scheduler         the actor: hands each message and timer to the part that it concerns
 *     Takeover        how a new epoch begins
 *     AssignedJobs    from their assignment until their end is on record
 *       JobManager    one job: when it runs, closes, is over
 *         JobStages   which stages are open
 *         Stage       one stage, as its placer sees it
 *           StageAttempts, TaskTable
 *     Outcomes        what came of attempts
 *     Attempts        ends those at nodes, confirms the others
 *     LostOutputs     has lost outputs made again
 *     Recording       puts successes on the master's record
 *     Resizing        gives stages another size
 * </pre>
 *
 * <p>Takes jobs from the master and gives finished tasks and ended jobs back. Next: {@code
 * core.node}.
 */
@NullMarked
package dev.muster.core.scheduler;

import org.jspecify.annotations.NullMarked;
