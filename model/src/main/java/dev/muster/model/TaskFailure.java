package dev.muster.model;

/** The last attempt of a task that failed for good. */
public record TaskFailure(String stage, int index, int attempt, RunResult result) {}
