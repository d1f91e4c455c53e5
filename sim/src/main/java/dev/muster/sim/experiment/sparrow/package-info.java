/**
 * What Sparrow's paper shows, done again with the production scheduler.
 *
 * <p>A point is a {@link dev.muster.sim.experiment.sparrow.Trial}: jobs arrive at random in a cell
 * of like nodes ({@link dev.muster.sim.experiment.sparrow.SampledSetting}) under one {@link
 * dev.muster.sim.experiment.sparrow.Contender}, and a {@link
 * dev.muster.sim.experiment.sparrow.TrialLedger} takes their response times. Where the paper leaves
 * something open, the experiment's own comment says what was chosen.
 */
@NullMarked
package dev.muster.sim.experiment.sparrow;

import org.jspecify.annotations.NullMarked;
