/**
 * The virtual-time driver: the production actors on one thread, one queue ordered by (time,
 * sequence), and models of network, log and machines behind {@code Effects}.
 */
@NullMarked
package dev.muster.sim.drive;

import org.jspecify.annotations.NullMarked;
