/**
 * Commands that run jobs: {@code run} on a cell inside this process, {@code up} and {@code node} on
 * processes of their own.
 *
 * <pre>
 *   RunCommand ──► JobSource ──► JobFile ──► JobRun ──► RunView (text or JSON)
 *                                              │
 *                              EmbeddedCell ◄──┴──► ProgressDisplay
 *   UpCommand ──► CellSession ──► CellDaemon, LocalNodes
 *   NodeCommand ──► Guardian ──► NodeMain
 * </pre>
 */
@NullMarked
package dev.muster.cli.run;

import org.jspecify.annotations.NullMarked;
