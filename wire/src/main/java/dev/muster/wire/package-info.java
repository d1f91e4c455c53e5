/**
 * Events and log entries as bytes, for files and for connections.
 *
 * <p>The format is protobuf's. The numbers of fields are in {@code muster.proto} of the module
 * {@code schema}, from which the build writes {@code RecordCodecs}. Fields that nobody knows are
 * skipped, missing ones are zero or empty; {@link dev.muster.wire.SchemaVersion} says which builds
 * understand each other.
 *
 * <p>What comes in is never trusted: whatever the bytes, the answer is a value or a {@link
 * dev.muster.wire.WireException}, and the memory taken has a limit.
 */
@NullMarked
package dev.muster.wire;

import org.jspecify.annotations.NullMarked;
