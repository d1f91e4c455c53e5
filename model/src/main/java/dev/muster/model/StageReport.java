package dev.muster.model;

/**
 * How far a stage is.
 *
 * @param failed tasks that used up their retries
 * @param attempts how many attempts were started in all, lost ones included
 */
public record StageReport(
    String name, int tasks, int running, int succeeded, int failed, long attempts) {}
