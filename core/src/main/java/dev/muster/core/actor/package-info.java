/**
 * What any state machine of the core is made of: actors, effects, addresses, chance, timing, and
 * the fingerprint of a run.
 *
 * <p>An {@link dev.muster.core.actor.Actor} takes events with the time they arrived and gives
 * {@link dev.muster.core.actor.Effects}. A driver ({@code sim} or {@code host}) owns threads,
 * clocks and everything else. Nothing here knows what the events mean: that is {@code core.event}.
 */
@NullMarked
package dev.muster.core.actor;

import org.jspecify.annotations.NullMarked;
