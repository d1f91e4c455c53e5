package dev.muster.sim.experiment.apollo;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Work;
import dev.muster.core.scheduler.place.estimated.CompletionModel;
import dev.muster.core.scheduler.place.estimated.CompletionModel.InputDistance;
import dev.muster.model.Edge;
import dev.muster.model.ExternalInput;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.sim.compare.OracleSchedule;
import dev.muster.sim.machine.TaskModel;
import dev.muster.sim.machine.TaskReads;
import dev.muster.workload.Distribution;
import java.util.ArrayList;
import java.util.List;

/**
 * Jobs of the shape of Figure 1, which joins a log of clicks with data that is partitioned already:
 *
 * <pre>
 *   S1 (312 tasks, 60 s) → S2 (150, 120 s, skewed up to 600 s) → S4 (150, 60 s) → S5 (10, 30 s)
 *                                            S3 (150, 30 s) ───↗ one-to-one
 * </pre>
 *
 * <p>Tasks of S1, S3 and S4 read for a quarter of their time, were their input at hand; those of S2
 * and S5, which read a part of all outputs before them, for a tenth. S1 and S3 read data with three
 * replicas, two of them in one rack. The home of a job has its number here.
 */
final class ClickJobs implements TaskModel {

  private static final String HOME = "clicks-";
  private static final int[] TASKS = {312, 150, 150, 150, 10};
  private static final double[] SECONDS = {60, 120, 30, 60, 30};
  private static final int SKEWED = 1;
  private static final int JOIN = 3;
  private static final int LAST = 4;
  private static final double SKEW = 0.75;
  private static final double MOST_SKEWED_SECONDS = 600;
  private static final double SECOND_NS = 1e9;
  private static final double[] READ_SHARES = {0.25, 0.1, 0.25, 0.25, 0.1};
  private static final CompletionModel BANDWIDTHS = CompletionModel.STANDARD;

  /** What is true of one job: of each task the bytes that it reads and the cpu time. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record ClickJob(JobSpec spec, long[][] bytes, long[][] cpuNs) {

    /** On the best node there is: what was made on many nodes, or on two, is not all at hand. */
    long bestNs(int stage, int task) {
      long all = bytes[stage][task];
      long local =
          switch (stage) {
            case SKEWED, LAST -> 0;
            case JOIN -> all / 2;
            default -> all;
          };
      return BANDWIDTHS.readNs(local, InputDistance.LOCAL)
          + BANDWIDTHS.readNs(all - local, InputDistance.REMOTE)
          + cpuNs[stage][task];
    }
  }

  private final int nodes;
  private final int rackNodes;
  private final Chance chance;
  private final List<ClickJob> jobs = new ArrayList<>();

  ClickJobs(int nodes, int rackNodes, Chance chance) {
    this.nodes = nodes;
    this.rackNodes = rackNodes;
    this.chance = chance;
  }

  /**
   * The next job.
   *
   * @param size of Figure 1, in times its tasks and tokens
   * @param speed of its tasks, in times their seconds
   */
  JobSpec next(double size, double speed, int tokens, String policy) {
    int stages = TASKS.length;
    var bytes = new long[stages][];
    var cpuNs = new long[stages][];
    List<StageSpec> specs = new ArrayList<>();
    for (int stage = 0; stage < stages; stage++) {
      int tasks = (int) Math.max(1, Math.round(TASKS[stage] * size));
      bytes[stage] = new long[tasks];
      cpuNs[stage] = new long[tasks];
      double meanNs = SECONDS[stage] * speed * SECOND_NS;
      for (int task = 0; task < tasks; task++) {
        double ns = stage == SKEWED ? skewedNs(speed) : meanNs;
        double readNs = READ_SHARES[stage] * meanNs;
        bytes[stage][task] = Math.round(readNs / SECOND_NS * BANDWIDTHS.localBytesPerSecond());
        cpuNs[stage][task] = Math.round(Math.max(ns / 2, ns - readNs));
      }
      specs.add(
          StageSpec.of(name(stage), tasks, DagJobs.SLOT, List.of("modelled"))
              .withEdges(EDGES.get(stage))
              .withInputs(EDGES.get(stage).isEmpty() ? inputs(bytes[stage]) : List.of())
              .withEstimate(Math.round(meanNs)));
    }
    var spec =
        JobSpec.of("clicks")
            .withStages(specs)
            .withTokens(tokens)
            .withPolicy(policy)
            .withHome(HOME + jobs.size());
    jobs.add(new ClickJob(spec, bytes, cpuNs));
    return spec;
  }

  /** S2 has partitions that are much larger than others. */
  private double skewedNs(double speed) {
    double median = SECONDS[SKEWED] * StrictMath.exp(-SKEW * SKEW / 2);
    double seconds = new Distribution.Lognormal(median, SKEW).quantileNs(chance.nextDouble());
    return Math.min(seconds, MOST_SKEWED_SECONDS) * speed * SECOND_NS;
  }

  private static final List<List<Edge>> EDGES =
      List.of(
          List.of(),
          List.of(Edge.allToAll("S1")),
          List.of(),
          List.of(Edge.oneToOne("S2"), Edge.oneToOne("S3")),
          List.of(Edge.allToAll("S4")));

  private static String name(int stage) {
    return "S" + (stage + 1);
  }

  private List<ExternalInput> inputs(long[] bytes) {
    List<ExternalInput> inputs = new ArrayList<>();
    for (int task = 0; task < bytes.length; task++) {
      inputs.add(Replicas.draw(chance, nodes, rackNodes, bytes[task]).ofTask(task));
    }
    return inputs;
  }

  /** How long the job takes under an oracle with so many tokens. */
  long oracleNs(JobSpec spec, int tokens) {
    var job = of(spec.home());
    return OracleSchedule.makespanNs(job.spec, job::bestNs, tokens);
  }

  private ClickJob of(Work work) {
    return of(work.home());
  }

  private ClickJob of(String home) {
    return jobs.get(Integer.parseInt(home.substring(HOME.length())));
  }

  /** Whether the task is of such a job, in a cell with others. */
  static boolean isOne(Work work) {
    return work.home().startsWith(HOME);
  }

  @Override
  public long cpuNs(Work work) {
    return of(work).cpuNs[work.stage()][work.index()];
  }

  @Override
  public void reads(Work work, TaskReads reads) {
    var job = of(work);
    long bytes = job.bytes[work.stage()][work.index()];
    var spec = job.spec.stages().get(work.stage());
    if (spec.after().isEmpty()) {
      reads.outside(bytes, spec.inputs().get(work.index()).on());
      return;
    }
    for (var edge : spec.after()) {
      int before = job.spec.indexOf(edge.stage());
      if (edge.isOneToOne()) {
        reads.output(before, work.index(), bytes / spec.after().size());
      } else {
        reads.outputs(before);
      }
    }
  }

  /** As much as a task of the next stage reads of it. */
  @Override
  public long outputBytes(Work work) {
    var job = of(work);
    return switch (work.stage()) {
      case 0 -> job.bytes[SKEWED][0] / job.bytes[0].length;
      case JOIN -> job.bytes[LAST][0] / job.bytes[JOIN].length;
      case LAST -> 0;
      default -> job.bytes[JOIN][0] / 2;
    };
  }
}
