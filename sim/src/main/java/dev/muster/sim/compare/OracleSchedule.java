package dev.muster.sim.compare;

import dev.muster.model.Edge;
import dev.muster.model.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * How long a job takes under an oracle: every task starts the moment that its inputs are there and
 * its job has a token, takes exactly as long as it is known to, and none fails.
 *
 * <p>A list schedule: of the tasks that could start, the one goes first from whose start it takes
 * longest to the end of the job, were there tokens for all.
 */
public final class OracleSchedule {

  /** How long a task takes. */
  @FunctionalInterface
  public interface TaskNs {
    long of(int stage, int task);
  }

  /** A task that runs, until then, or one that could. */
  private record OracleTask(int stage, int index, long keyNs) implements Comparable<OracleTask> {
    @Override
    public int compareTo(OracleTask other) {
      int byKey = Long.compare(keyNs, other.keyNs);
      int byStage = byKey == 0 ? Integer.compare(stage, other.stage) : byKey;
      return byStage == 0 ? Integer.compare(index, other.index) : byStage;
    }
  }

  private final JobSpec job;
  private final TaskNs times;
  private final long[] pathNs;

  /** Of the tasks of each stage the longest. */
  private final long[] longestNs;

  private final int[] left;
  private final List<int[]> blockers = new ArrayList<>();
  private final PriorityQueue<OracleTask> ready = new PriorityQueue<>();
  private final PriorityQueue<OracleTask> running = new PriorityQueue<>();

  private OracleSchedule(JobSpec job, TaskNs times) {
    this.job = job;
    this.times = times;
    int stages = job.stages().size();
    this.pathNs = new long[stages];
    this.longestNs = new long[stages];
    this.left = new int[stages];
    for (int stage = stages - 1; stage >= 0; stage--) {
      longestNs[stage] = longest(stage);
      pathNs[stage] += longestNs[stage];
      for (var edge : job.stages().get(stage).after()) {
        int before = job.indexOf(edge.stage());
        if (before >= stage) {
          throw new IllegalArgumentException("a stage comes after those that it reads");
        }
        pathNs[before] = Math.max(pathNs[before], pathNs[stage]);
      }
    }
  }

  /**
   * @param tokens how many tasks run at once; {@link JobSpec#NO_CAP} for all
   */
  public static long makespanNs(JobSpec job, TaskNs times, int tokens) {
    return new OracleSchedule(job, times).run(tokens);
  }

  private long longest(int stage) {
    long longest = 0;
    for (int task = 0; task < job.stages().get(stage).tasks(); task++) {
      longest = Math.max(longest, times.of(stage, task));
    }
    return longest;
  }

  private long run(int tokens) {
    for (int stage = 0; stage < left.length; stage++) {
      var spec = job.stages().get(stage);
      left[stage] = spec.tasks();
      blockers.add(new int[spec.tasks()]);
      for (int task = 0; task < spec.tasks(); task++) {
        blockers.get(stage)[task] = spec.after().size();
        offer(stage, task);
      }
    }
    long nowNs = 0;
    while (!ready.isEmpty() || !running.isEmpty()) {
      while (!ready.isEmpty() && running.size() < tokens) {
        var next = ready.remove();
        long endNs = nowNs + times.of(next.stage, next.index);
        running.add(new OracleTask(next.stage, next.index, endNs));
      }
      var ended = running.remove();
      nowNs = ended.keyNs;
      ended(ended.stage, ended.index);
    }
    return nowNs;
  }

  private void offer(int stage, int task) {
    if (blockers.get(stage)[task] == 0) {
      long wayNs = pathNs[stage] - longestNs[stage] + times.of(stage, task);
      ready.add(new OracleTask(stage, task, -wayNs));
    }
  }

  private void ended(int stage, int task) {
    boolean isComplete = --left[stage] == 0;
    var name = job.stages().get(stage).name();
    for (int other = stage + 1; other < left.length; other++) {
      for (var edge : job.stages().get(other).after()) {
        if (edge.stage().equals(name)) {
          unblock(other, edge, task, isComplete);
        }
      }
    }
  }

  private void unblock(int stage, Edge edge, int task, boolean isComplete) {
    if (edge.isOneToOne()) {
      blockers.get(stage)[task]--;
      offer(stage, task);
    } else if (isComplete) {
      for (int each = 0; each < left[stage]; each++) {
        blockers.get(stage)[each]--;
        offer(stage, each);
      }
    }
  }
}
