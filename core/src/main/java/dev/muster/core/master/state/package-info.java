/**
 * Everything replicated: jobs, machines, claims and the epochs of schedulers.
 *
 * <p>Changes only when a committed log entry is applied, on the leader and on followers alike.
 * {@link dev.muster.core.master.state.JobRecords} has the jobs, {@link
 * dev.muster.core.master.state.CellState} the machines and what is claimed on them.
 */
@NullMarked
package dev.muster.core.master.state;

import org.jspecify.annotations.NullMarked;
