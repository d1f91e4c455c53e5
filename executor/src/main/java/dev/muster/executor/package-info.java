/**
 * What runs inside a long-lived executor: functions of users, called by the node over a local
 * socket.
 *
 * <pre>
 *   node ══ CALL ══► Session: reader ──► AdaptivePool   ──► Invocation ──► TaskFunction
 *        ◄═ RESULT ═           writer ◄──────────────────────┘
 * </pre>
 *
 * <p>Users compile against {@link dev.muster.executor.TaskFunction}, or against nothing at all:
 * {@code java.util.function.Function} of bytes will do. Therefore this module needs the JDK alone.
 */
@NullMarked
package dev.muster.executor;

import org.jspecify.annotations.NullMarked;
