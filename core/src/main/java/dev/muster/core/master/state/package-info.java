/**
 * Everything replicated: jobs, machines, claims, the epochs of schedulers, and answers.
 *
 * <p>{@link dev.muster.core.master.state.MasterState} changes only when a committed log entry is
 * applied, on the leader and on followers alike. {@code core.master.state.cell} has the claims.
 * What the present leader remembers besides is in {@code core.master}.
 */
@NullMarked
package dev.muster.core.master.state;

import org.jspecify.annotations.NullMarked;
