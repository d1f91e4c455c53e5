/**
 * How long the tasks of a stage take and how much memory: by those that have succeeded, and by
 * earlier runs of the same job.
 *
 * <p>Takes what each task took and used, and gives {@code scheduler.job} what the next one will.
 */
@NullMarked
package dev.muster.core.scheduler.estimate;

import org.jspecify.annotations.NullMarked;
