package dev.muster.core.master.share;

import dev.muster.model.Resources;

/**
 * What a job has borrowed and must give back.
 *
 * @param amount of what it uses
 * @param keep what it may go on using; says the same to a job that has ended tasks since it
 *     reported, or hears it twice
 */
public record GiveBack(long job, Resources amount, Resources keep) {}
