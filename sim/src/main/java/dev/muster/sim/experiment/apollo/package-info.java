/**
 * What Apollo's paper shows: estimates of completion times, and matchings of tasks and nodes by
 * them.
 */
@NullMarked
package dev.muster.sim.experiment.apollo;

import org.jspecify.annotations.NullMarked;
