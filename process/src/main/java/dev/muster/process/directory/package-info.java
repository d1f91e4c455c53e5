/**
 * Where jobs, attempts and executors lie on disk, and what keeps them within their limits.
 *
 * <pre>
 *   JobDirectory ─► AttemptDirectory: work, output, logs ─► published output
 *                     ├─ DirectoryPool: directories of tasks that wrote nothing, used again
 *                     ├─ LogTrimmer: drops the middle of a log that outgrows its limit
 *                     └─ DiskQuota: how much lies there
 * </pre>
 */
@NullMarked
package dev.muster.process.directory;

import org.jspecify.annotations.NullMarked;
