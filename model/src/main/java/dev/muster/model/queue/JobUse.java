package dev.muster.model.queue;

import dev.muster.model.Resources;

/**
 * What a job uses of the cell, and could use beyond that.
 *
 * @param used by guaranteed tasks that run, or were sent to a node
 * @param wanted by tasks that wait and could start at once, as far as tokens allow
 * @param each what one of these tasks needs, at the most
 */
public record JobUse(long job, Resources used, Resources wanted, Resources each) {}
