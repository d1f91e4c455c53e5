/**
 * What ends and paces runs, and keeps them within their limits, on two threads of a runtime.
 *
 * <pre>
 *   kill, pace ─► Supervisor: signals ◄── QuotaEnforcer: logs and directories that grew too large
 *                     └─► OrphanSweep: processes that outlived their run, where there are no groups
 *                           └─ TaskProcesses: found by their environment
 * </pre>
 */
@NullMarked
package dev.muster.process.supervise;

import org.jspecify.annotations.NullMarked;
