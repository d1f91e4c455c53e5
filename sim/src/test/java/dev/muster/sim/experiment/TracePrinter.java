package dev.muster.sim.experiment;

import dev.muster.sim.drive.NodeMaker;
import dev.muster.sim.swarm.Swarm;
import java.util.List;

/** Runs in a JVM of its own and prints what must be the same in every JVM. */
final class TracePrinter {

  private TracePrinter() {}

  public static void main(String[] arguments) {
    var experiment = Experiments.named("sampled/steady").orElseThrow();
    var settings =
        Settings.of(experiment, List.of("nodes=500", "jobs=8000", "seed=" + arguments[0]));
    var report = experiment.run(settings, _ -> {});
    var swarm = new Swarm(NodeMaker.PRODUCTION); // with infeasible jobs, whose reasons are texts
    System.out.println(
        report.events()
            + " "
            + report.traceHash()
            + " "
            + swarm.run(5)
            + swarm.run(6)
            + swarm.run(7));
  }
}
