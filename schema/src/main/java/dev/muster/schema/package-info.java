/**
 * Runs in the build only: reads the schema, compares it with the records of {@code core} and {@code
 * model}, and writes the codecs of {@code wire}.
 *
 * <pre>
 *   muster.proto ─► SchemaFile ─┐
 *                               ├─► SchemaCheck ─► problems, each with the line to add
 *   records ─────► RecordGraph ─┘        └─► CodecSource ─► RecordCodecs.java
 * </pre>
 *
 * <p>A module of its own, because the generator must be compiled before {@code wire} is, and after
 * {@code core}.
 */
@NullMarked
package dev.muster.schema;

import org.jspecify.annotations.NullMarked;
