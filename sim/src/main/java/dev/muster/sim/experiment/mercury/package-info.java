/**
 * What Mercury's paper shows: containers by heartbeat against queues at nodes, and both in one
 * cell.
 */
@NullMarked
package dev.muster.sim.experiment.mercury;

import org.jspecify.annotations.NullMarked;
