/**
 * The promises of a cell, checked against what can be seen from outside of its actors.
 *
 * <p>Each check keeps its own small model, built only from messages, launches and exits, so that a
 * wrong state inside an actor cannot hide itself. A driver calls {@link dev.muster.check.Observer}s
 * at every event; {@link dev.muster.check.Promises} is all checks together.
 */
@NullMarked
package dev.muster.check;

import org.jspecify.annotations.NullMarked;
