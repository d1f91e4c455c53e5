/**
 * The real driver: the same actors as in {@code sim}, on real threads and in real time.
 *
 * <pre>
 *   tell, send ──► inbox ─┐
 *   log, machine ─────────┼─► loop: one event, one time ──► actor.on ──► effects: send, append,
 *   timers ───────────────┘                                              launch, kill, wake
 * </pre>
 *
 * <p>A {@link dev.muster.host.Host} is the address book; a {@link dev.muster.host.Loop} steps the
 * actors seated at it, one event at a time, on its thread or on that of whoever brings an event
 * while it sleeps. Whatever blocks (processes, files) happens behind {@link
 * dev.muster.host.Machine} and {@link dev.muster.host.Log}, on other threads. Next: {@code
 * dev.muster.host.run} has the machine that starts processes, {@code dev.muster.host.replay}
 * records an actor's inbox and plays it back.
 */
@NullMarked
package dev.muster.host;

import org.jspecify.annotations.NullMarked;
