package dev.muster.sim.experiment;

import java.util.List;

/** Something to try in virtual time. */
public interface Experiment {

  /** As typed: {@code group/name}. */
  String name();

  /** One sentence for the list. */
  String about();

  List<Parameter> parameters();

  /** What the horizontal axis of its figure shows; empty for an experiment without a figure. */
  default String horizontal() {
    return "load";
  }

  ExperimentReport run(Settings settings, Progress progress);

  /** Hears how much of a run is done; calls never overlap. */
  @FunctionalInterface
  interface Progress {

    /**
     * @param done between 0 and 1
     */
    void at(double done);
  }
}
