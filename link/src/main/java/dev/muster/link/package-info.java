/**
 * Carries events between the processes of a cell: nodes dial, the cell accepts, and one TCP
 * connection in both directions joins the two. It carries frames: four bytes of length, then the
 * body.
 *
 * <pre>
 *   Host ──send──► SendQueue ──all that wait──► Envelope ──► LinkConnection ──► FrameEncoder ─┐
 *                    │ full, or not connected: dropped and counted                            │
 *   Host ◄──receive── IngressFilter ◄── Envelope ◄── LinkConnection ◄── FrameDecoder ◄────────┘
 *                                                        ▲
 *                   HandshakeHandler: the first frame ───┘ replaced when accepted
 * </pre>
 *
 * <p>A connection begins with a {@link dev.muster.link.Handshake} of the node and the {@link
 * dev.muster.link.HandshakeAccepted} of the cell, or with a rejection in words; {@link
 * dev.muster.link.ConnectionState} has its states. A connection promises no more than any network:
 * what was under way when it broke is lost, and the actors repeat what matters.
 */
@NullMarked
package dev.muster.link;

import org.jspecify.annotations.NullMarked;
