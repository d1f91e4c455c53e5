package dev.muster.link;

/**
 * The cell's answer to a node that may join.
 *
 * @param cell a name of this life of the cell: another one knows nothing of what this one started
 * @param index the number of the node
 * @param at where the files of the cell are
 */
public record Welcome(String cell, int index, Whereabouts at) {}
