/**
 * Events and log entries as bytes, for files and for connections.
 *
 * <p>The format follows from the records themselves: a record is its components in order, a sealed
 * hierarchy is a tag from {@link dev.muster.wire.Tags} and the record behind it. Two builds
 * understand each other if their {@link dev.muster.wire.EventCodec#fingerprint} is the same.
 *
 * <p>What comes in is never trusted: whatever the bytes, the answer is a value or a {@link
 * dev.muster.wire.WireException}, and the memory taken has a limit.
 */
@NullMarked
package dev.muster.wire;

import org.jspecify.annotations.NullMarked;
