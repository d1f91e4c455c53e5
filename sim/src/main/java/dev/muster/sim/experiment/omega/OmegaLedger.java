package dev.muster.sim.experiment.omega;

import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.model.JobSpec;
import dev.muster.sim.compare.Manner;
import dev.muster.sim.experiment.Ledger;
import dev.muster.sim.experiment.omega.OmegaResult.WorkloadFigures;
import dev.muster.workload.JobList.Listed;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The jobs of a list by their names, and what schedulers did for them. */
final class OmegaLedger extends Ledger {

  private static final double NS_PER_S = 1e9;
  private static final double P90 = 0.9;
  private static final long NEVER = -1;

  /** A job of the list, and what has become of it. */
  static final class TrackedJob {

    final String name;
    final Listed listed;

    /** The line that it is in: of which scheduler, or of which framework. */
    final int line;

    private long enqueuedNs;

    /** From when it was in line to when it was first looked at. */
    private long waitNs = NEVER;

    private long decidedNs = NEVER;
    private int attempts;
    private int placed;

    TrackedJob(String name, Listed listed, int line) {
      this.name = name;
      this.listed = listed;
      this.line = line;
    }

    /**
     * Somebody begins to think about it.
     *
     * @param doneNs when that attempt is over
     */
    void lookedAt(long atNs, long doneNs) {
      attempts++;
      if (waitNs == NEVER) {
        waitNs = Math.max(0, atNs - enqueuedNs);
        decidedNs = doneNs;
      }
    }

    boolean isPlaced() {
      return placed >= listed.tasks();
    }

    /** Whether nobody should try any longer. */
    boolean isAbandoned() {
      return !isPlaced() && Manner.abandons(attempts, placed);
    }
  }

  /** What schedulers do for one workload. */
  private static final class Effort {
    private int succeeded;
    private int failed;
    private long busyNs;
  }

  /** What a production scheduler thinks about, which is one job at a time. */
  private record Thought(TrackedJob job, long ns) {}

  private final OmegaSetting setting;
  private final long delayNs;
  private final Map<String, TrackedJob> jobs = new LinkedHashMap<>();
  private final Effort batch = new Effort();
  private final Effort service = new Effort();
  private final @Nullable Thought[] thoughts;

  /**
   * The j-th job is in line j modulo their number, of those for its workload.
   *
   * @param delayNs of a message
   */
  OmegaLedger(List<Listed> list, OmegaSetting setting, long delayNs) {
    super(setting.lines());
    this.setting = setting;
    this.delayNs = delayNs;
    this.thoughts = new Thought[setting.lines()];
    int batchLines = setting.scheme().batchSchedulers();
    int number = 0;
    for (var listed : list) {
      number++;
      if (listed.submitNs() < setting.horizonNs()) {
        var name = "job-" + number;
        int line = listed.service() ? batchLines : number % batchLines;
        jobs.put(name, new TrackedJob(name, listed, line));
      }
    }
  }

  Collection<TrackedJob> jobs() {
    return jobs.values();
  }

  /** None where it is not of the list. */
  @Nullable TrackedJob find(JobSpec spec) {
    return find(spec.name());
  }

  @Nullable TrackedJob find(String name) {
    return jobs.get(name);
  }

  @Override
  protected void planned(int scheduler, AssignJob plan) {
    var job = find(plan.spec());
    if (job != null) {
      job.enqueuedNs = nowNs() + delayNs;
    }
  }

  /** A production scheduler begins to think. */
  void thinks(TrackedJob job, long thoughtNs) {
    thoughts[job.line] = new Thought(job, thoughtNs);
  }

  @Override
  protected void decided(DecidedTransaction transaction) {
    var thought = thoughts[transaction.scheduler()];
    if (thought != null) {
      int rejected = transaction.rejected();
      decided(thought.job, thought.ns, transaction.accepted(), rejected > 0);
    }
  }

  /** An attempt that finds room for nothing leads to no transaction and counts for nothing. */
  void decided(TrackedJob job, long thoughtNs, int placed, boolean conflict) {
    job.placed += placed;
    if (placed > 0 || conflict) {
      var effort = job.listed.service() ? service : batch;
      effort.busyNs += thoughtNs;
      effort.succeeded += conflict ? 0 : 1;
      effort.failed += conflict ? 1 : 0;
    }
  }

  OmegaResult result(long startNs, long endNs) {
    double tookNs = endNs - startNs;
    return new OmegaResult(
        figures(batch, false, endNs, setting.scheme().batchSchedulers() * tookNs),
        figures(service, true, endNs, tookNs));
  }

  /**
   * @param endNs what was not decided by then does not count
   * @param schedulersNs the time that the schedulers of the workload had, all together
   */
  private WorkloadFigures figures(
      Effort effort, boolean services, long endNs, double schedulersNs) {
    var all = jobs.values().stream().filter(job -> job.listed.service() == services).toList();
    long[] waits =
        all.stream()
            .filter(job -> job.waitNs != NEVER && job.decidedNs <= endNs)
            .mapToLong(job -> job.waitNs)
            .sorted()
            .toArray();
    return new WorkloadFigures(
        all.size(),
        all.stream().mapToLong(job -> job.attempts).sum(),
        waits.length,
        Arrays.stream(waits).average().orElse(0) / NS_PER_S,
        waits.length == 0 ? 0 : waits[(int) ((waits.length - 1) * P90)] / NS_PER_S,
        effort.busyNs / schedulersNs,
        effort.succeeded == 0 ? 0 : (double) effort.failed / effort.succeeded,
        (int) all.stream().filter(job -> !job.isPlaced()).count(),
        (int) all.stream().filter(TrackedJob::isAbandoned).count());
  }
}
