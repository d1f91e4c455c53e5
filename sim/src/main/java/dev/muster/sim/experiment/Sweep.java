package dev.muster.sim.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Many trials, each simulated by one thread from its own seed, on all cores at once. */
public final class Sweep {

  private final List<AllCores.Part<Outcome>> trials = new ArrayList<>();
  private final List<Swept.Place> places = new ArrayList<>();
  private final AllCores cores;

  /** On all cores. */
  public Sweep() {
    this(new AllCores());
  }

  Sweep(int threads) {
    this(new AllCores(threads));
  }

  private Sweep(AllCores cores) {
    this.cores = cores;
  }

  /**
   * Adds the trial for a point of a line.
   *
   * @param trial makes it when its turn has come
   */
  public void add(String line, double x, Supplier<Trial> trial) {
    trials.add(progress -> trial.get().run(progress));
    places.add(new Swept.Place(line, x));
  }

  /** Runs all of them; the first failure ends the rest. */
  public Swept run(Experiment.Progress progress) {
    long startedNs = System.nanoTime();
    var outcomes = cores.run(trials, progress);
    double wallSeconds = (System.nanoTime() - startedNs) / 1e9;
    return new Swept(places, outcomes, cores.threads(), wallSeconds);
  }
}
