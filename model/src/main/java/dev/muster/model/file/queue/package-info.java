/**
 * The queues of a cell, as operators write them down: the text of a file becomes a checked {@link
 * dev.muster.model.queue.QueueTree}, or a list of all problems.
 *
 * <pre>
 *   text ──► YamlReader ──► QueuesReader ──► QueueReader ──► Submitters ──► QueueRules ──► QueueTree
 *            of model.file  which queues     fields of one   who may        between queues
 * </pre>
 *
 * <p>Uses the readers of {@code model.file}; takes text, never a file. Next: {@code up}, {@code
 * run} and {@code queues check}.
 */
@NullMarked
package dev.muster.model.file.queue;

import org.jspecify.annotations.NullMarked;
