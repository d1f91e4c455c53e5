package dev.muster.sim.experiment;

import java.util.List;

/** Runs in a JVM of its own and prints what must be the same in every JVM. */
final class TracePrinter {

  private TracePrinter() {}

  public static void main(String[] arguments) {
    var experiment = Experiments.named("sampled/steady").orElseThrow();
    var settings =
        Settings.of(experiment, List.of("nodes=500", "jobs=8000", "seed=" + arguments[0]));
    var report = experiment.run(settings, _ -> {});
    System.out.println(report.events() + " " + report.traceHash());
  }
}
