/**
 * Carries events between the processes of a cell: nodes dial, the cell listens, and one stream in
 * both directions joins the two. It is a TCP connection that carries frames: four bytes of length,
 * then so many others.
 *
 * <pre>
 *   Host ──send──► Outbox: bounded ──as many as wait──► Envelope ──► Stream ──► frames ──┐
 *                    │ full, or no stream: dropped and counted                          │
 *   Host ◄─Receiver── Border: who may say what ◄── Envelope ◄── Stream ◄── FrameDecoder ◄┘
 *                                                                  ▲
 *                                  Greeter: the first frame ───────┘ gives way to it
 * </pre>
 *
 * <p>A stream begins with a {@link dev.muster.link.Hello} of the node and the {@link
 * dev.muster.link.Welcome} of the cell, or with a refusal in words. It promises no more than any
 * network: what was under way when it broke is lost, and the actors say again what matters.
 */
@NullMarked
package dev.muster.link;

import org.jspecify.annotations.NullMarked;
