/**
 * The proof that a real actor is the pure state machine that it claims to be: its inbox is written
 * down as it goes, and the same events given to a fresh actor must have the same effects.
 *
 * <p>A recording is a head ({@code MUSTERR2}, the version of the schema, whose inbox it is) and one
 * frame per step: its length, then the time, the event, and the fingerprint of all effects. {@link
 * dev.muster.host.replay.Recorder} writes it, {@link dev.muster.host.replay.Replay} reads it.
 */
@NullMarked
package dev.muster.host.replay;

import org.jspecify.annotations.NullMarked;
