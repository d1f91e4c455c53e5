/**
 * Work to try a cell with: when jobs arrive, what they look like, and how long their tasks take.
 *
 * <p>Everything here is a function of a seed; recorded workflows are in {@code workflow}. Durations
 * are looked up by task rather than drawn in order, so that two policies that run the same tasks in
 * another order see the same work.
 */
@NullMarked
package dev.muster.workload;

import org.jspecify.annotations.NullMarked;
