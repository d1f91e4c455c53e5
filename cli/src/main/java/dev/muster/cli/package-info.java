/**
 * The command line: which commands there are, and how an error becomes an exit code.
 *
 * <pre>
 *   Main ──► run, queues, sim, bench: the commands ──► option: what they share ──► console: the shell
 * </pre>
 *
 * <p>A command class holds its options and little more, and touches what it needs only when it is
 * called, so that {@code version} starts without loading a cell.
 */
@NullMarked
package dev.muster.cli;

import org.jspecify.annotations.NullMarked;
