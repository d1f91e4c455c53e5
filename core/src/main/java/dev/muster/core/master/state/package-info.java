/**
 * Step 5, commit: what the cell has, and who has claimed what of it.
 *
 * <p>Takes the machines that nodes report and the transactions of schedulers that plan on a {@link
 * dev.muster.core.commit.Replica}; gives the one feasibility rule, decisions, the entries that
 * change the {@link dev.muster.core.commit.CellState}, and news of it. Next: {@code queue}.
 */
@NullMarked
package dev.muster.core.master.state;

import org.jspecify.annotations.NullMarked;
