package dev.muster.core.master.queue;

import dev.muster.model.Resources;

/**
 * The most that jobs may use together.
 *
 * @param whose as in {@code queue `root.lab`}, which may use that
 * @param key of the file of queues that says so
 * @param most any amount of resources that the key does not name
 */
public record QueueMaximum(String whose, String key, Resources most) {}
