/**
 * Long-lived executors: processes that are there already when a task too short for a process of its
 * own comes, and take it as a call over a local socket.
 *
 * <pre>
 *   call ──► ExecutorPool ──► CallQueue, one for each kind: calls that wait
 *                               └─► ExecutorHandle: a process and its connection, calls under way
 *   socket ► Acceptor ──► Connection: reader and writer ──┘
 * </pre>
 *
 * <p>It knows nothing of tasks: an {@link dev.muster.process.executor.ExecutorSpec} says how to
 * start an executor, a {@link dev.muster.process.executor.Caller} receives what came of a call. The
 * protocol is that of {@code dev.muster.executor.frame}. A call has exactly one answer, whatever
 * becomes of its executor.
 */
@NullMarked
package dev.muster.process.executor;

import org.jspecify.annotations.NullMarked;
