/**
 * Commands that measure what Muster costs on this machine, one for each benchmark of {@code
 * dev.muster.bench}. They run what production runs: without assertions.
 */
@NullMarked
package dev.muster.cli.bench;

import org.jspecify.annotations.NullMarked;
