/**
 * The ground that every step stands on: what an actor is, what it may do to the world, where its
 * chance comes from, and how a run is fingerprinted.
 *
 * <p>An {@link dev.muster.core.loop.Actor} is a pure state machine. It takes events with the time
 * they arrived and gives {@link dev.muster.core.loop.Effects}; a driver ({@code sim} or {@code
 * host}) owns threads, clocks and everything else. Nothing here knows what the events mean: that is
 * {@code dev.muster.core.event}.
 */
@NullMarked
package dev.muster.core.actor;

import org.jspecify.annotations.NullMarked;
