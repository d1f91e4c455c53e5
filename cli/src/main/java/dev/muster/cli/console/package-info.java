/**
 * What every command has to do with the shell: its streams, its exit codes, JSON and bars. Standard
 * output carries results only; everything else goes to standard error.
 */
@NullMarked
package dev.muster.cli.console;

import org.jspecify.annotations.NullMarked;
