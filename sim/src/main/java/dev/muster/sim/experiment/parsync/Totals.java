package dev.muster.sim.experiment.parsync;

/** What becomes of jobs, on average over all that ended. */
final class Totals implements Tape {

  private long jobs;
  private long tasks;
  private long placed;
  private long preferred;
  private long refused;
  private double delayNs;
  private double placingNs;
  private double completionNs;
  private double runNs;

  @Override
  public void judged(Round round) {
    placed += round.accepted();
    refused += round.refused();
    delayNs += (double) round.delayNs() * round.accepted();
  }

  @Override
  public void ended(Job job) {
    jobs++;
    tasks += job.tasks;
    preferred += job.preferred;
    placingNs += job.placedNs - job.submittedNs;
    completionNs += job.endedNs - job.submittedNs;
    runNs += job.runNs;
  }

  /** Seconds that the tasks of a job run, summed up. */
  double run() {
    return perJob(runNs);
  }

  /** Seconds until all tasks of a job have room. */
  double placing() {
    return perJob(placingNs);
  }

  /** Seconds until all tasks of a job have run. */
  double completion() {
    return perJob(completionNs);
  }

  private double perJob(double ns) {
    return ns / 1e9 / Math.max(1, jobs);
  }

  /** Seconds until a task has room. */
  double delay() {
    return delayNs / 1e9 / Math.max(1, placed);
  }

  double conflictRate() {
    return (double) refused / Math.max(1, placed + refused);
  }

  double preferredShare() {
    return (double) preferred / Math.max(1, tasks);
  }
}
