package dev.muster.sim.swarm;

/** A seed that kept all promises. */
public record SwarmResult(long seed, long events, long traceHash) {}
