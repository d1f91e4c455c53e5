/**
 * Step 4, place: which nodes?
 *
 * <p>A policy takes how many tasks of which size want a place and the scheduler's view of the cell,
 * and gives nodes. One policy, one file. Next: {@code commit} for policies that commit, else {@code
 * queue}.
 */
@NullMarked
package dev.muster.core.scheduler.place;

import org.jspecify.annotations.NullMarked;
