package dev.muster.core.cell;

/**
 * A container of the central scheduler: resources of a node that the cell state has claimed for one
 * task.
 *
 * @param claim its number, which its scheduler chose, and which the attempt has that uses it
 */
public record Container(long claim, int node) {}
