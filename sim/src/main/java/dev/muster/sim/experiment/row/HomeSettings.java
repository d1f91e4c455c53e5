package dev.muster.sim.experiment.row;

import dev.muster.sim.experiment.Experiments;
import dev.muster.sim.experiment.Settings;
import java.util.ArrayList;
import java.util.List;

/** The settings of the experiment that a row comes from, with what the row changes. */
public final class HomeSettings {

  private HomeSettings() {}

  /**
   * @param changes as typed: {@code name=value}
   */
  public static Settings of(String experiment, long seed, String... changes) {
    List<String> all = new ArrayList<>(List.of(changes));
    all.add("seed=" + seed);
    return Settings.of(Experiments.named(experiment).orElseThrow(), all);
  }
}
