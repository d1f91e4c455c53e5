package dev.muster.sim.experiment.omega;

import dev.muster.sim.experiment.AllCores;
import dev.muster.sim.experiment.Experiment.Progress;
import dev.muster.sim.experiment.Settings;
import dev.muster.workload.JobList.Listed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Runs at the points of several lines, on all cores at once. */
final class Study {

  /** A point of a line. */
  record Point(String line, double x) {}

  /**
   * A line of an experiment in which services are thought about longer and longer.
   *
   * @param from what the setting of a point is, made of that of schedulers that share the state
   */
  record Line(String name, UnaryOperator<Setting> from) {}

  /** The same jobs along each line, for each of the think times of services. */
  static Studied overServices(Settings settings, List<Line> lines, Progress progress) {
    var jobs = Jobs.of(settings);
    var study = new Study();
    var base = Parameters.base(settings);
    for (double seconds : settings.numbers("serviceJobSeconds")) {
      var setting = base.with(base.thinking().withServiceJobNs(Parameters.ns(seconds)));
      lines.forEach(line -> study.add(line.name, seconds, line.from.apply(setting), jobs));
    }
    return study.run(progress);
  }

  private final List<Point> points = new ArrayList<>();
  private final List<AllCores.Part<Measured>> runs = new ArrayList<>();

  void add(String line, double x, Setting setting, List<Listed> jobs) {
    points.add(new Point(line, x));
    runs.add(progress -> new CellRun(setting, jobs).run(progress));
  }

  Studied run(Progress progress) {
    long startNs = System.nanoTime();
    var results = new AllCores().run(runs, progress);
    Map<Point, Measured> byPoint = new LinkedHashMap<>();
    for (int at = 0; at < points.size(); at++) {
      byPoint.put(points.get(at), results.get(at));
    }
    return new Studied(byPoint, (System.nanoTime() - startNs) / 1e9);
  }
}
