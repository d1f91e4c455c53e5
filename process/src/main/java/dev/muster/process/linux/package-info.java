/**
 * The calls of the kernel and of the C library that starting and watching processes takes.
 *
 * <pre>
 *   SpawnRequest ─► PosixSpawn ─► a pid ─► ProcessId: told apart from later ones
 *   Kernel: signal, wait, look   Epoll: many pidfds, one thread
 *   IoPriority, FileHoles, Boot
 * </pre>
 *
 * <p>{@code ProcessBuilder} starts each program through a helper program, which doubles the price,
 * and can neither give it a session of its own nor tell what it used. {@link
 * dev.muster.process.linux.Glibc} says whether these calls are there.
 */
@NullMarked
package dev.muster.process.linux;

import org.jspecify.annotations.NullMarked;
