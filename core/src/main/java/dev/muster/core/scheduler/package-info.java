/**
 * The scheduler as an actor: hands messages of the master and of nodes to the jobs that they
 * concern.
 *
 * <pre>
 *   Scheduler         the actor: hands each message and timer to the part that it concerns
 *     Takeover        how a new epoch begins
 *     AssignedJobs    from their assignment until their end is on record
 *       JobManager    one job ({@code scheduler.job})
 *     Placers         the policies there are, and which a stage gets
 *     Outcomes        what came of attempts
 *     Attempts        ends those at nodes, confirms the others
 *     LostOutputs     has lost outputs made again
 *     Recording       puts successes on the master's record
 *     Resizing        gives stages another size
 *     JobShares       holds jobs to the shares of their queues
 *     Membership      which nodes there are, and which died
 * </pre>
 *
 * <p>Takes jobs from the master and gives finished tasks and ended jobs back. Next: {@code
 * scheduler.job}, then {@code core.node}.
 */
@NullMarked
package dev.muster.core.scheduler;

import org.jspecify.annotations.NullMarked;
