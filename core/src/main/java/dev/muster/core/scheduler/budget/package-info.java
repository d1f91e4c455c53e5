/**
 * What a job may start: its tokens, and the share of its queue.
 *
 * <p>Takes every start and end of an attempt and the shares that the master computes, and gives
 * {@code scheduler.job} what is left.
 */
@NullMarked
package dev.muster.core.scheduler.budget;

import org.jspecify.annotations.NullMarked;
