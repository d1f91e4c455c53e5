/**
 * How a process begins and how its end is learned, below everything that knows of tasks.
 *
 * <pre>
 *   SpawnRequest ─► NativeLauncher, on a starter thread: SpawnTarget.enter ─► posix_spawn
 *                     └─► Child: poll of its pidfd for a moment, else by the Reaper
 *                           ─► wait4: exit status and usage
 *                ─► JdkLauncher, where the C library is another one
 *   ProcessId ───► NativeLauncher.adopt: of an earlier epoch, reaped by the guardian, who logs how it ended
 * </pre>
 *
 * <p>Where there is an {@link dev.muster.process.spawn.ExitLog}, an exit is written down before the
 * process is reaped, so that it is never known to nobody.
 */
@NullMarked
package dev.muster.process.spawn;

import org.jspecify.annotations.NullMarked;
