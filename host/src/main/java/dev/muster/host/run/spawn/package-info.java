/**
 * How a process begins and how its end is heard, below everything that knows of tasks.
 *
 * <pre>
 *   Start ──► NativeLauncher, on one of its threads: Birthplace.enter ─► posix_spawn
 *                └─► Child: poll of its pidfd for a moment, else by the Reaper
 *                      ─► wait4: exit code and what it used
 *         ──► JdkLauncher, where the C library is another one
 *   Birth ──► Foundling: of an earlier life, and buried by the guardian, who says how it ended
 * </pre>
 *
 * <p>The other calls of the C library that runs need are here as well: {@link
 * dev.muster.host.run.spawn.IoPriority}, {@link dev.muster.host.run.spawn.FileHoles}.
 *
 * <p>Where there is a {@link dev.muster.host.run.spawn.Register}, a death is written down before it
 * is buried, so that it is never known to nobody.
 *
 * <p>{@code ProcessBuilder} starts each program through a helper program, which doubles the price,
 * and can neither give it a session of its own nor tell what it used.
 */
@NullMarked
package dev.muster.host.run.spawn;

import org.jspecify.annotations.NullMarked;
