package dev.muster.core.master.share;

import dev.muster.model.Resources;

/**
 * What an admitted job uses and could use: what its schedulers last reported.
 *
 * @param job its number, in the order of submission
 * @param queue the path of its queue
 * @param priority the higher goes first
 * @param uses what its guaranteed tasks use now
 * @param wants what it could use at once beyond that: its ready tasks, as far as its tokens allow
 * @param task the least that it can start: its next task, or all tasks of a gang; {@link
 *     Resources#NONE} where any amount is of use
 * @param suspended whether it starts nothing more
 */
public record JobNeed(
    long job,
    String queue,
    String user,
    int priority,
    Resources uses,
    Resources wants,
    Resources task,
    boolean suspended) {}
