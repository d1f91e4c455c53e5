package dev.muster.sim.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Many trials that know nothing of each other, on all cores at once.
 *
 * <p>Each is simulated by one thread from its own seed, and results stand in the order in which the
 * trials were added: nothing depends on which of them ends first.
 */
public final class Sweep {

  private final List<Supplier<Trial>> trials = new ArrayList<>();
  private final List<Swept.Place> places = new ArrayList<>();
  private final int threads;

  /** On all cores. */
  public Sweep() {
    this(Runtime.getRuntime().availableProcessors());
  }

  Sweep(int threads) {
    this.threads = threads;
  }

  /**
   * Adds the trial for a point of a line.
   *
   * @param trial makes it when its turn has come
   */
  public void add(String line, double x, Supplier<Trial> trial) {
    trials.add(trial);
    places.add(new Swept.Place(line, x));
  }

  /** Runs all of them; the first failure ends the rest. */
  public Swept run(Experiment.Progress progress) {
    long startedNs = System.nanoTime();
    List<Function<Experiment.Progress, Outcome>> runs = new ArrayList<>();
    trials.forEach(trial -> runs.add(part -> trial.get().run(part)));
    var outcomes = Parallel.on(threads, runs, progress);
    double wallSeconds = (System.nanoTime() - startedNs) / 1e9;
    return new Swept(places, outcomes, threads, wallSeconds);
  }
}
