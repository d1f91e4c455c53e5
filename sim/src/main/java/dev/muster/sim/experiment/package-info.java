/**
 * The wind tunnel: named experiments that run the production actors in virtual time, and the
 * papers' claims that they speak to.
 *
 * <p>The framework, each part of which exists once:
 *
 * <pre>
 *   experiments.txt         data: for each experiment its parameters, and the published values
 *        |                  that it is compared with, each with its rule
 *   Parameter, Settings     what can be set, and what was set, checked
 *        |
 *   Sweep → Swept           points of lines, each run by one thread, on all cores at once
 *        |                  (a run drives a cell; a Ledger counts what happens in it)
 *   Findings                collects series, groups, notes and claims; knows time and trace
 *        |
 *   ExperimentReport        what `sim run` shows: Series for plots, a Finding for each claim
 *        |
 *   claims.txt, PaperClaims which experiment with which settings stands behind each claim:
 *                           what `sim claims` runs
 * </pre>
 *
 * <p>An {@link dev.muster.sim.experiment.Experiment} is its declaration in {@code experiments.txt}
 * and one procedure, which adds points to a sweep, runs the sweep, and turns its results into
 * findings:
 *
 * <pre>
 *   void run(Settings settings, Findings findings) {
 *     Sweep&lt;TrialResult&gt; sweep = findings.sweep();
 *     for (double load : settings.numbers("load")) {
 *       sweep.add("d=2", load, point -> trial(settings, load).run(point));
 *     }
 *     var swept = sweep.run();
 *     findings.add(swept.series("", "ms", TrialResult::response));
 *     findings.judge("moderate", gap(swept)); // moderate: S2 | 4 % | over omniscient | at most 5
 *   }
 * </pre>
 *
 * <p>A family of experiments is a subpackage, one for each paper. What only a family needs is
 * there: its cells, its work, its ledger. Experiments run the production actors; schedulers that
 * are there for comparison only are in {@code sim.compare}. {@link
 * dev.muster.sim.experiment.Experiments} has the procedure of each by its name.
 */
@NullMarked
package dev.muster.sim.experiment;

import org.jspecify.annotations.NullMarked;
