/**
 * Words and rules about machines and claims that master and schedulers share: requests,
 * transactions and their results, machines as flat rows, the one feasibility function, and the
 * entries that change the cell state.
 *
 * <p>Schedulers build transactions, the master decides them, {@code core.event} carries them.
 */
@NullMarked
package dev.muster.core.cell;

import org.jspecify.annotations.NullMarked;
