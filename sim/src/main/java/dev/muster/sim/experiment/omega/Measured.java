package dev.muster.sim.experiment.omega;

/** What one run showed. */
record Measured(
    Figures batch, Figures service, long traceHash, double simulatedSeconds, long events) {}
