package dev.muster.sim.replay;

/**
 * A workflow under one policy.
 *
 * @param makespanNs from the submission to the answer that all tasks have succeeded
 * @param movedBytes inputs that were fetched from other nodes
 * @param utilisation the share of the time of all cores in which tasks ran; fetching is not running
 */
public record ReplayResult(String policy, long makespanNs, long movedBytes, double utilisation) {}
