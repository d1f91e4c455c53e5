/**
 * The language of nodes and executors: frames over a local socket, as {@code docs/executors.md} has
 * them for those who write an executor of their own.
 *
 * <pre>
 *   FrameWriter: many frames, one write ══ socket ══► FrameReader: one read, many frames ─► FrameHandler
 * </pre>
 */
@NullMarked
package dev.muster.executor.frame;

import org.jspecify.annotations.NullMarked;
