package dev.muster.sim.experiment.sparrow;

import dev.muster.sim.experiment.Parameter;
import dev.muster.workload.Distribution;

/** Parameters that several of the experiments have, each with its own default. */
final class Parameters {

  static final int MAX_JOBS = 100_000_000;

  private Parameters() {}

  static Parameter nodes(int count) {
    return Parameter.whole("nodes", count, 1, 1_000_000, "machines");
  }

  static Parameter cores(int count) {
    return Parameter.whole("cores", count, 1, 1_000, "slots of each machine");
  }

  static Parameter schedulers(int count) {
    return Parameter.whole("schedulers", count, 1, 1_000, "schedulers that share the jobs");
  }

  static Parameter tasks(int count) {
    return Parameter.whole("tasks", count, 1, 100_000, "tasks per job");
  }

  static Parameter taskMs(double mean) {
    return Parameter.number("taskMs", mean, 0.001, 1e9, "mean time of a task");
  }

  static Parameter times(String name) {
    return Parameter.choice("times", name, Distribution.NAMES, "how task times are spread");
  }

  static Parameter load(double value) {
    return Parameter.number("load", value, 0.01, 0.99, "work that arrives over what can be done");
  }

  static Parameter loads(double... values) {
    return Parameter.numbers("load", values, 0.01, 0.99, "work that arrives over what can be done");
  }

  static Parameter ratio(double value) {
    return Parameter.number("d", value, 1, 100, "nodes drawn per task");
  }

  static Parameter ratios(double... values) {
    return Parameter.numbers("d", values, 1, 100, "nodes drawn per task");
  }

  /** Half of the paper's round trip of 1 ms. */
  static Parameter delayMs() {
    return delayMs(0.5);
  }

  static Parameter delayMs(double oneWay) {
    return Parameter.number("delayMs", oneWay, 0, 1e6, "delay of a message, one way");
  }

  static Parameter jobs(int count) {
    return Parameter.whole("jobs", count, 10, MAX_JOBS, "jobs for each point");
  }
}
