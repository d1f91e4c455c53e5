/**
 * The parent of a node's process: adopts the tasks when that dies, learns how they end, and starts
 * the node again.
 *
 * <pre>
 *   Guardian ──starts──► node ──starts──► tasks
 *      │ the node is killed: it is started again, not at once for ever (Guardian.RestartPolicy)
 *      │ its tasks are the guardian's children now
 *      └─► OrphanReaper: how each ends goes to a file (ExitFile) ─► only then it is reaped
 *                                              └──► ExitHistory of the new node, see journal
 * </pre>
 *
 * <p>Only a parent learns how a process ended, and starting each task under a parent of its own
 * would double what a start costs. So there is one such parent for all, which does nothing that
 * could fail while the node does everything.
 */
@NullMarked
package dev.muster.process.guard;

import org.jspecify.annotations.NullMarked;
