/**
 * The command line: reads what a person typed, lets a cell do it and says what came of it.
 *
 * <pre>
 *   Main ──► RunCommand ──► JobSource ──► JobFile ──► JobRun ──► RunView (text or JSON)
 *                                                       │
 *                                       EmbeddedCell ◄──┴──► Progress
 * </pre>
 *
 * <p>Standard output carries results only; everything else goes to standard error. A command class
 * holds its options and little more, and touches what it needs only when it is called, so that
 * {@code version} starts without loading a cell.
 */
@NullMarked
package dev.muster.cli;

import org.jspecify.annotations.NullMarked;
