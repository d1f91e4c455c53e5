/**
 * Many small cells, each with other work and other faults, all drawn from their seeds; every
 * promise checked after every event.
 */
@NullMarked
package dev.muster.sim.swarm;

import org.jspecify.annotations.NullMarked;
