/**
 * The tasks of one stage: their states and tries, which is next, and where none of them is to be
 * tried.
 *
 * <p>Takes the size of a stage and what came of each attempt, and gives {@code scheduler.job} the
 * tasks that wait.
 */
@NullMarked
package dev.muster.core.scheduler.task;

import org.jspecify.annotations.NullMarked;
