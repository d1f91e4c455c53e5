package dev.muster.core.cell;

/** A claim by its owner and the number that the owner chose for it. */
public record ClaimRef(int owner, long id) {}
