/**
 * The real driver: the same actors as in {@code sim}, on real threads and in real time.
 *
 * <pre>
 *   messages ─────────────► inbox ─┐
 *   answers of log, runtime ───────┼─► loop: one event, one time ──► actor.on ──► effects: send,
 *   timers ────────────────────────┘                                  append, launch, kill, wake
 * </pre>
 *
 * <p>A {@link dev.muster.host.Host} is the address book; a {@link dev.muster.host.Loop} steps its
 * actors, one event at a time, on its thread or on that of whoever brings an event while it sleeps.
 * Whatever blocks (processes, files) happens behind {@link dev.muster.host.TaskRuntime} and {@link
 * dev.muster.host.Log}, on other threads. Next: {@code dev.muster.process} has the runtime that
 * starts processes, {@code dev.muster.host.replay} records an actor's inbox and replays it.
 */
@NullMarked
package dev.muster.host;

import org.jspecify.annotations.NullMarked;
