package dev.muster.core.master.queue;

import dev.muster.model.queue.Portions;

/**
 * The most that jobs may use together.
 *
 * @param whose as in {@code queue `root.lab`}, which may use that
 * @param key of the file of queues that says so
 */
public record QueueMaximum(String whose, String key, Portions most) {}
