package dev.muster.sim.machine;

import dev.muster.model.Usage;

/**
 * One attempt on its node: how long it takes, and how far it is at any time. Reading and computing
 * take turns, so that both go on evenly after the start-up.
 *
 * @param workNs the time after start-up: I/O and cpu, slowed or not
 * @param cpuNs of that, as if nothing slowed it
 */
record ModelledRun(long startupNs, long workNs, long cpuNs, long readBytes, long memoryBytes) {

  long durationNs() {
    return Math.max(1, startupNs + workNs);
  }

  Usage usage() {
    return new Usage(cpuNs, memoryBytes, readBytes, 0);
  }

  /** What it has used after so long. */
  Usage usageAfter(long elapsedNs) {
    double done = workNs == 0 ? 1 : Math.clamp((double) (elapsedNs - startupNs) / workNs, 0, 1);
    return new Usage(Math.round(done * cpuNs), memoryBytes, Math.round(done * readBytes), 0);
  }
}
