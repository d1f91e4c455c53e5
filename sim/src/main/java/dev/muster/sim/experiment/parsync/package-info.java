/**
 * What ParSync's paper shows, done again with the production schedulers: one experiment, one file.
 *
 * <p>{@link dev.muster.sim.experiment.parsync.Setup} is the cell, {@link
 * dev.muster.sim.experiment.parsync.Flow} the work, {@link dev.muster.sim.experiment.parsync.Run}
 * takes the one through the other, and a {@link dev.muster.sim.experiment.parsync.Tape} keeps what
 * an experiment wants to know of it. Where the paper leaves something open, the experiment's own
 * comment says what was chosen.
 */
@NullMarked
package dev.muster.sim.experiment.parsync;

import org.jspecify.annotations.NullMarked;
