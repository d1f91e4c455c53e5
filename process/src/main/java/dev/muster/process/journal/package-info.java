/**
 * What a node's process would have to know if it died now and were started again.
 *
 * <pre>
 *   begun ─► (the process starts) ─► started ─► (end requested, promoted) ─► ended ─► forgotten
 *     │ on file before anything starts                                       once its scheduler has the result
 *     └─► FileJournal, one JournalWriter: many entries, one write ─► JournalFile: frames with checksums
 *   open ─► a RunRecord of each run that is not forgotten
 * </pre>
 *
 * <p>Nothing is forced to the disk: what a process has written outlives it, and when the computer
 * itself goes down all tasks end with it, which the boot id tells.
 */
@NullMarked
package dev.muster.process.journal;

import org.jspecify.annotations.NullMarked;
