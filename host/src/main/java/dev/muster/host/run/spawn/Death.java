package dev.muster.host.run.spawn;

/** Which process ended, and how. */
public record Death(Birth who, Ended how) {}
