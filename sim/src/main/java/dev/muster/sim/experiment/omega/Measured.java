package dev.muster.sim.experiment.omega;

/** What one run showed. */
record Measured(
    Figures batch, Figures service, long traceHash, double simulatedSeconds, long events) {

  int abandoned() {
    return batch.abandoned() + service.abandoned();
  }

  int unscheduled() {
    return batch.unscheduled() + service.unscheduled();
  }

  /** Of one scheduler that has both workloads. */
  double busy() {
    return batch.busy() + service.busy();
  }

  /** Whether the schedulers of each workload could keep up. */
  boolean keepsUp() {
    return Math.max(batch.busy(), service.busy()) < Studied.SATURATED;
  }
}
