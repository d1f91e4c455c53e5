/**
 * How long an attempt runs on a simulated node, as a fact of the simulated world: start-up, I/O by
 * how far its input is, cpu time, and what disturbs them.
 *
 * <pre>
 *   TaskModel      what tasks are: cpu time, what they read, what they make
 *   DataPlaces     where outputs lie, and how many bytes of a task's input are how far
 *   Disturbance    noise, tasks that stop early, attempts that are slowed
 *   ModelledMachines   puts them together for the driver
 * </pre>
 *
 * <p>Schedulers estimate the same things, from what messages tell them. Not modelled: contention
 * for disks and networks, and that an opportunistic attempt has only the cpu time that others
 * leave: nodes run no more than they have cores.
 */
@NullMarked
package dev.muster.sim.machine;

import org.jspecify.annotations.NullMarked;
