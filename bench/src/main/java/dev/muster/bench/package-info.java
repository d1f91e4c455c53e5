/**
 * What Muster costs: measured side by side with a bare loop, or per event, never as a test.
 *
 * <p>Each benchmark is a plain class that gives a record; {@code muster bench} prints it.
 */
@NullMarked
package dev.muster.bench;

import org.jspecify.annotations.NullMarked;
