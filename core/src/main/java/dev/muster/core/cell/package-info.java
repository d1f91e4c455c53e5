/**
 * The words in which schedulers and the cell talk about room: what a claim asks for, transactions
 * and their answers, machines as flat rows, and the entries that change the cell's state.
 *
 * <p>Nouns alone: {@code commit} judges them, {@code place} and {@code plan} make them, and {@code
 * event} carries them.
 */
@NullMarked
package dev.muster.core.cell;

import org.jspecify.annotations.NullMarked;
