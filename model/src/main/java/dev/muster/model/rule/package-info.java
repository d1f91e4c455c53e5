/**
 * The rules of every valid job, whether it comes from a file or over the network.
 *
 * <p>Takes a {@link dev.muster.model.JobSpec}; gives problems as text. {@code model.file} adds line
 * numbers, {@code core.master} rejects what is invalid.
 */
@NullMarked
package dev.muster.model.rule;

import org.jspecify.annotations.NullMarked;
