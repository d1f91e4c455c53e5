/**
 * Files by what they hold: everything is known by its SHA-256, so anybody may provide it and nobody
 * is believed.
 *
 * <pre>
 *   Manifest: a submitter's files ─► DirectoryScan ─► contents of a stage: hash, length, name
 *   FileCache: reserve ─► CacheReservation: a PartialFile grows ─► commit ─► CacheEntry
 *              find ────► PinnedFile: stays as long as it is open
 * </pre>
 *
 * <p>Next: {@code dev.muster.files.serve} gives contents to peers, {@code dev.muster.files.fetch}
 * brings them from peers.
 */
@NullMarked
package dev.muster.files.content;

import org.jspecify.annotations.NullMarked;
