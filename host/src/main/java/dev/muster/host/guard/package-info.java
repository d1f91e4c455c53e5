/**
 * The parent of a node's process: it takes in the tasks when that dies, hears how they end, and
 * starts the node again.
 *
 * <pre>
 *   Guardian ──starts──► node ──starts──► tasks
 *      │ the node is killed: it is started again, not at once for ever (Restarts)
 *      │ its tasks are the guardian's children now
 *      └─► Undertaker: how each ends goes to a file (Exits) ─► only then it is buried
 *                                              └──► read by the new node, see run.journal
 * </pre>
 *
 * <p>Only a parent hears how a process ended, and starting each task under a parent of its own
 * would double what a start costs. So there is one such parent for all, which does nothing that
 * could fail while the node does everything.
 */
@NullMarked
package dev.muster.host.guard;

import org.jspecify.annotations.NullMarked;
