/**
 * Brings files to a task before it starts, and outputs to whoever needs them.
 *
 * <pre>
 *   NodeFiles.localize(work, tier) ─► Localization: awaited, linked, closed when the attempt is over
 *     ├─ contents ─► Fetcher: one Download each ─► FileCache ◄── pinned files
 *     │               └─ SourceRotation: other nodes, then the cell
 *     └─ inputs ───► InputFetcher: an OutputTransfer for each output held elsewhere ─► Outputs
 *
 *   OutputCollector ─► outputs and logs of the end of a job, for the submitter
 *   Retention ───────► removes outputs some time after their job has ended
 * </pre>
 *
 * <p>Transfers for guaranteed tasks begin first ({@link dev.muster.files.fetch.TransferTurns}).
 *
 * <p>Takes what a stage lists under {@code files} and {@code after}; gives a directory that a
 * process can start in. Next: {@code dev.muster.process} awaits the files of an attempt.
 */
@NullMarked
package dev.muster.files.fetch;

import org.jspecify.annotations.NullMarked;
