/**
 * Options that several commands share, and what the user chose with them. An option class holds
 * texts and numbers and is loaded with every command; a {@code …Choices} record turns them into the
 * settings of a cell, and is loaded only by commands that have one.
 */
@NullMarked
package dev.muster.cli.option;

import org.jspecify.annotations.NullMarked;
