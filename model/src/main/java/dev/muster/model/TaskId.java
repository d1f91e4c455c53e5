package dev.muster.model;

/**
 * A task of a job, whatever size its stages have.
 *
 * @param stage the index of its stage in the job
 * @param index its own in the stage
 */
public record TaskId(int stage, int index) {}
