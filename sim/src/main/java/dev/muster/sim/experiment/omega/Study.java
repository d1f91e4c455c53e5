package dev.muster.sim.experiment.omega;

import dev.muster.sim.experiment.AllCores;
import dev.muster.sim.experiment.Experiment.Progress;
import dev.muster.workload.JobList.Listed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs at the points of several lines, on all cores at once. */
final class Study {

  /** A point of a line. */
  record Point(String line, double x) {}

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
