/**
 * Jobs, stages, tasks and their attempts: what runs next, and what came of it.
 *
 * <p>{@link dev.muster.core.scheduler.Scheduler} is the actor. It takes jobs from the master, keeps
 * a {@link dev.muster.core.scheduler.JobManager} for each and has their waiting tasks placed on
 * nodes. It gives finished tasks and ended jobs to the master. {@link
 * dev.muster.core.scheduler.Takeover} is how a new epoch of a scheduler begins. Next: {@code
 * core.node}.
 */
@NullMarked
package dev.muster.core.scheduler;

import org.jspecify.annotations.NullMarked;
