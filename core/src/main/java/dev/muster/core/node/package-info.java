/**
 * Step 6, queue: who gets the machine next.
 *
 * <p>{@link dev.muster.core.queue.Node} is the actor. It takes reservations, which hear their task
 * only when their turn has come, and tasks themselves; each is guaranteed or opportunistic, and has
 * its room reserved or waits.
 *
 * <pre>
 *   Queue = Turns                            and Floor
 *     Line: FIFO, job age, shortest first,     those that hold room: asking, or ready
 *           fair, each under priorities          and waiting for evicted ones to end
 *     Planner: who may fill a gap,             Eviction: who gives way
 *           and how long others would wait
 *     Opportunists: who gets what is idle      Runs: next step
 *                     \                         /
 *                      Room: promised and real
 * </pre>
 *
 * <p>Guaranteed ones never see opportunistic ones: their turns follow from the guaranteed room
 * alone, and whoever is in the way is evicted. Orders are one file each, chosen by {@link
 * dev.muster.core.queue.QueueOrder} in a {@link dev.muster.core.queue.NodeConfig}. {@link
 * dev.muster.core.queue.Census} says what there is of schedulers that died. Next: {@code run}.
 */
@NullMarked
package dev.muster.core.node;

import org.jspecify.annotations.NullMarked;
