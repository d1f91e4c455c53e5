/**
 * The cell state: machines, claims and usage, in flat tables.
 *
 * <p>{@link dev.muster.core.master.state.cell.CellState} decides transactions for the leader and
 * applies their entries on leader and followers alike. Takes transactions and entries; gives
 * decisions, deltas for replicas, and snapshots.
 */
@NullMarked
package dev.muster.core.master.state.cell;

import org.jspecify.annotations.NullMarked;
