package dev.muster.bench;

import dev.muster.model.JobSpec;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.drive.Simulation;
import dev.muster.workload.PoissonArrivals;
import java.util.function.Predicate;

/** One job again and again, submitted to a simulated cell at times that chance gives. */
final class JobStream {

  private final SimCell cell;
  private final EndedTasks ended;
  private final JobSpec job;
  private final PoissonArrivals arrivals;
  private final long startNs;
  private int submitted;

  /**
   * @param ended receives the answers of the cell
   * @param startNs when time begins for the arrivals
   */
  JobStream(SimCell cell, EndedTasks ended, JobSpec job, PoissonArrivals arrivals, long startNs) {
    this.cell = cell;
    this.ended = ended;
    this.job = job;
    this.arrivals = arrivals;
    this.startNs = startNs;
  }

  /** What was done meanwhile, and what that took. */
  record StreamMeasurement(long events, long tasks, BenchMeter.MeterReading taken) {

    double eventsPerSecond() {
      return events / taken.wallSeconds();
    }

    double bytesPerEvent() {
      return (double) taken.bytes() / events;
    }
  }

  StreamMeasurement measure(Predicate<Simulation> enough) {
    long eventsBefore = cell.simulation().events();
    long tasksBefore = ended.count();
    var meter = BenchMeter.start();
    runUntil(enough);
    var taken = meter.read();
    return new StreamMeasurement(
        cell.simulation().events() - eventsBefore, ended.count() - tasksBefore, taken);
  }

  /** Looks whether it is enough before each job. */
  void runUntil(Predicate<Simulation> enough) {
    var simulation = cell.simulation();
    while (!enough.test(simulation)) {
      long nextNs = startNs + arrivals.nextNs();
      cell.submit(nextNs, "request-" + submitted++, job);
      simulation.runUntil(nextNs);
    }
  }
}
