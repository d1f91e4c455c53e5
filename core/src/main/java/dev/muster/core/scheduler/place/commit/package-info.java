/**
 * What all policies share that place tasks by transactions on the cell state: the replica, the
 * conversation with the master, the search for machines, and claims that are not needed any more.
 *
 * <p>{@link dev.muster.core.scheduler.place.commit.Committer} is the way of a decision; what
 * policies differ in is a {@link dev.muster.core.scheduler.place.commit.CommitStrategy}.
 */
@NullMarked
package dev.muster.core.scheduler.place.commit;

import org.jspecify.annotations.NullMarked;
