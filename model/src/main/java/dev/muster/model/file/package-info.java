/**
 * The first step of the path: the text of a job file becomes a checked {@link
 * dev.muster.model.JobSpec}, or a list of all problems.
 *
 * <pre>
 *   text ──► YamlReader ──► Yaml ──► JobReader ──► StageReader ──► StageGraph ──► JobSpec
 *            syntax, aliases         job fields     stage fields    after, cycles
 *                                        └──────── Problems ────────┘
 * </pre>
 *
 * <p>{@code model.file.queue} reads queues with the same readers.
 *
 * <p>Takes text, never a file, so that the same checks serve the command line, standard input and
 * the network. What comes out is handed to {@code submit}.
 */
@NullMarked
package dev.muster.model.file;

import org.jspecify.annotations.NullMarked;
