/**
 * What Sparrow's paper shows, done again with the production scheduler: one experiment, one file.
 *
 * <p>{@link dev.muster.sim.experiment.sparrow.Setting} is the cell and the work that they share,
 * {@link dev.muster.sim.experiment.sparrow.Contender} who is compared. Where the paper leaves
 * something open, the experiment's own comment says what was chosen.
 */
@NullMarked
package dev.muster.sim.experiment.sparrow;

import org.jspecify.annotations.NullMarked;
