package dev.muster.core.cell;

/** So many tasks of a stage prefer this node. */
public record NodePreference(int node, int tasks) {}
