package dev.muster.core.scheduler.job;

import dev.muster.core.scheduler.place.Placer;

/**
 * The policy of a stage, and why {@code auto} chose it; empty where the job did.
 *
 * @param placer of the policy, which is never {@code auto}
 */
public record StagePolicy(String name, String reason, Placer placer) {}
