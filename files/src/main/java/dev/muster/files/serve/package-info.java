/**
 * Files over HTTP, both ends: what a process serves, and how a peer is asked.
 *
 * <pre>
 *   FileServer ─► Routes ─► FileCache, Outputs, Logs: what this node has, for peers
 *                       └─► FileLocations: what a cell knows of who holds what
 *   Peer ─► PeerRequest ══ HTTP ══► a FileServer elsewhere
 * </pre>
 *
 * <p>Next: {@code dev.muster.files.fetch} decides whom to ask.
 */
@NullMarked
package dev.muster.files.serve;

import org.jspecify.annotations.NullMarked;
