/**
 * Step 1, submit: from a user's wish to a numbered job on record.
 *
 * <p>{@link dev.muster.core.submit.Client} asks until it is answered; {@link
 * dev.muster.core.submit.Master} answers, decides, and hands admitted jobs to schedulers, to the
 * next epoch of one that died once more ({@link dev.muster.core.submit.Handovers}); {@link
 * dev.muster.core.submit.JobRecords} is what must never be forgotten. Next: {@code admit}.
 */
@NullMarked
package dev.muster.core.master;

import org.jspecify.annotations.NullMarked;
