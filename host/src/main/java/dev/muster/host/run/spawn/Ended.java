package dev.muster.host.run.spawn;

import dev.muster.model.Usage;

/**
 * How a process ended.
 *
 * @param exitCode 128 + n for signal n
 * @param usage of the process and those of its children that it has waited for
 */
public record Ended(int exitCode, Usage usage) {}
