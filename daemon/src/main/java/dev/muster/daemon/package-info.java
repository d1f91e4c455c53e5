/**
 * Whole programs, wired by hand: which actors there are, at which loop each runs, and what they may
 * do to the world.
 *
 * <pre>
 *   EmbeddedCell: nodes in this process ──┐
 *                                         ├──► ControlPlane: client, master, schedulers
 *   CellDaemon: nodes dial ── LinkServer ─┘         │ publishes
 *                                                   ├──► ClientSubmissions: answers to users
 *                                                   └──► FileCatalog: where outputs are
 *   NodeDaemon: one node ── LinkClient, NodeStorage
 * </pre>
 *
 * <p>{@link dev.muster.daemon.EmbeddedCell} is a cell within this process; {@link
 * dev.muster.daemon.CellDaemon} is one whose nodes are processes of their own, each a {@link
 * dev.muster.daemon.NodeDaemon}. What a user asks of either is a {@link
 * dev.muster.daemon.Submission}.
 */
@NullMarked
package dev.muster.daemon;

import org.jspecify.annotations.NullMarked;
