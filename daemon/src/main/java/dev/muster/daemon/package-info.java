/**
 * Whole programs, wired by hand: which actors there are, at which loop each sits, and what they may
 * do to the world.
 *
 * <p>{@link dev.muster.daemon.EmbeddedCell} is a cell within this process. What a user asks of it
 * is a {@link dev.muster.daemon.Submission}.
 */
@NullMarked
package dev.muster.daemon;

import org.jspecify.annotations.NullMarked;
