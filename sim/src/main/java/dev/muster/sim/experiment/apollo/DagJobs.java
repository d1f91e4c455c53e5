package dev.muster.sim.experiment.apollo;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Work;
import dev.muster.core.scheduler.place.estimated.CompletionModel;
import dev.muster.model.Edge;
import dev.muster.model.ExternalInput;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.machine.TaskModel;
import dev.muster.sim.machine.TaskReads;
import dev.muster.workload.Distribution;
import java.util.ArrayList;
import java.util.List;

/**
 * The jobs of the production cell in Sections 2.3 and 5.1: DAGs whose stages have 1 to 20,000
 * tasks, log-uniform, and whose tasks take lognormal times around 10 s.
 *
 * <p>What the paper leaves open: a job has two to six stages; each is after the one before it, one
 * in five also after another; one in four is as wide as the one before, and reads one-to-one. The
 * time is that of a stage, around which its tasks vary by noise alone, for the paper's schedulers
 * predict tasks of a stage from others. A job has so many tokens that its work takes some time,
 * five minutes usually, but no more than a limit, nor than its widest stage has tasks: so most jobs
 * use the tokens that they have, and all tokens together are no more than the cell has slots.
 *
 * <p>With data, a third of the time of a task is reading, were its input at hand. Stages that are
 * after no other read data with three replicas; how much varies by task, as does the cpu time with
 * it. What a stage makes is as much as those after it read.
 *
 * <p>The home of a job is its number here, by which a task finds what is true of its stage.
 */
final class DagJobs implements TaskModel {

  /** A core and 4 GiB: ten are on a node. */
  static final Resources SLOT = new Resources(1_000, 4L << 30);

  private static final int LEAST_STAGES = 2;
  private static final int MORE_STAGES = 5;
  private static final double SECOND_EDGE = 0.2;
  private static final double ONE_TO_ONE = 0.25;
  private static final double READ_SHARE = 1 / 3.0;
  private static final double SIZE_SIGMA = 0.5;
  private static final double SECOND_NS = 1e9;

  /**
   * How jobs are drawn.
   *
   * @param times of stages
   * @param widest stage
   * @param tokens that a job has at most
   * @param jobNs how long a job would take with so many tokens as it would have without that limit
   * @param policies of the jobs in turn
   * @param estimateNs that every stage has; 0 for the time that is true of the stage
   * @param nodes that data is on; 0 for no data
   * @param rackNodes how many of them are in a rack
   */
  record DagLaw(
      Distribution.Lognormal times,
      int widest,
      int tokens,
      double jobNs,
      List<String> policies,
      long estimateNs,
      int nodes,
      int rackNodes) {

    /** Without data, and with estimates that are true of each stage. */
    static DagLaw of(Distribution.Lognormal times, int widest, int tokens, double jobNs) {
      return new DagLaw(times, widest, tokens, jobNs, List.of(JobSpec.ESTIMATED), 0, 0, 1);
    }

    DagLaw withPolicies(List<String> others) {
      return new DagLaw(times, widest, tokens, jobNs, others, estimateNs, nodes, rackNodes);
    }

    /** Every stage is given the same estimate, whatever is true of it. */
    DagLaw withEstimate(long ns) {
      return new DagLaw(times, widest, tokens, jobNs, policies, ns, nodes, rackNodes);
    }

    /** Tasks read data that lies on these nodes. */
    DagLaw withData(int on, int inRack) {
      return new DagLaw(times, widest, tokens, jobNs, policies, estimateNs, on, inRack);
    }
  }

  private final DagLaw law;
  private final Chance chance;

  /** What is true of one job: its stages, and the time of a task of each. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record DagJob(JobSpec spec, long[] stageNs) {}

  private final List<DagJob> jobs = new ArrayList<>();

  DagJobs(DagLaw law, long seed) {
    this.law = law;
    this.chance = Chance.of(seed, "jobs");
  }

  /** A job at its beginning. */
  JobSpec next() {
    int count = LEAST_STAGES + chance.nextInt(MORE_STAGES);
    var widths = new int[count];
    var stageNs = new long[count];
    for (int stage = 0; stage < count; stage++) {
      widths[stage] = width();
      stageNs[stage] = Math.max(1, Math.round(law.times.quantileNs(chance.nextDouble())));
      if (stage > 0 && chance.nextDouble() < ONE_TO_ONE) {
        widths[stage] = widths[stage - 1];
      }
    }
    return job(widths, stageNs);
  }

  /** A job that has been under way: as likely in a stage as that is work, and anywhere in it. */
  JobSpec underWay() {
    var whole = next();
    long[] all = jobs.removeLast().stageNs;
    double work = 0;
    for (int stage = 0; stage < all.length; stage++) {
      work += (double) all[stage] * whole.stages().get(stage).tasks();
    }
    double done = work * chance.nextDouble();
    int first = 0;
    while (first < all.length - 1 && done >= workOf(whole, all, first)) {
      done -= workOf(whole, all, first++);
    }
    int left = all.length - first;
    var widths = new int[left];
    var stageNs = new long[left];
    for (int stage = 0; stage < left; stage++) {
      widths[stage] = whole.stages().get(first + stage).tasks();
      stageNs[stage] = all[first + stage];
    }
    double part = Math.clamp(1 - done / workOf(whole, all, first), 0, 1);
    widths[0] = Math.max(1, (int) (widths[0] * part));
    return job(widths, stageNs).withTokens(whole.tokens());
  }

  private static double workOf(JobSpec job, long[] stageNs, int stage) {
    return (double) stageNs[stage] * job.stages().get(stage).tasks();
  }

  /** Log-uniform. */
  private int width() {
    return (int) StrictMath.exp(chance.nextDouble() * StrictMath.log(law.widest + 1.0));
  }

  private JobSpec job(int[] widths, long[] stageNs) {
    int number = jobs.size();
    List<StageSpec> stages = new ArrayList<>();
    int widest = 0;
    double workNs = 0;
    for (int stage = 0; stage < widths.length; stage++) {
      widest = Math.max(widest, widths[stage]);
      workNs += (double) widths[stage] * stageNs[stage];
      var spec =
          StageSpec.of(name(stage), widths[stage], SLOT, List.of("modelled"))
              .withEdges(edges(widths, stage))
              .withEstimate(law.estimateNs > 0 ? law.estimateNs : stageNs[stage]);
      boolean reads = law.nodes > 0 && spec.after().isEmpty();
      stages.add(reads ? spec.withInputs(inputs(widths[stage], stageNs[stage])) : spec);
    }
    int wanted = (int) Math.ceil(Math.min(workNs / law.jobNs, law.tokens));
    var spec =
        JobSpec.of("dag-" + number)
            .withStages(stages)
            .withHome(Integer.toString(number))
            .withPolicy(law.policies.get(number % law.policies.size()))
            .withTokens(Math.max(1, Math.min(widest, wanted)));
    jobs.add(new DagJob(spec, stageNs));
    return spec;
  }

  private List<ExternalInput> inputs(int tasks, long stageNs) {
    List<ExternalInput> inputs = new ArrayList<>();
    var sizes = new Distribution.Lognormal(bytes(stageNs), SIZE_SIGMA);
    for (int task = 0; task < tasks; task++) {
      long bytes = Math.round(sizes.quantileNs(chance.nextDouble()));
      inputs.add(Replicas.draw(chance, law.nodes, law.rackNodes, bytes).ofTask(task));
    }
    return inputs;
  }

  /** What a task of the stage usually reads. */
  private static long bytes(long stageNs) {
    double seconds = READ_SHARE * stageNs / SECOND_NS;
    return Math.max(1, Math.round(seconds * CompletionModel.STANDARD.localBytesPerSecond()));
  }

  private List<Edge> edges(int[] widths, int stage) {
    List<Edge> edges = new ArrayList<>();
    if (stage > 0) {
      boolean same = widths[stage] == widths[stage - 1];
      edges.add(same ? Edge.oneToOne(name(stage - 1)) : Edge.allToAll(name(stage - 1)));
    }
    if (stage > 1 && chance.nextDouble() < SECOND_EDGE) {
      edges.add(Edge.allToAll(name(chance.nextInt(stage - 1))));
    }
    return edges;
  }

  /** Makes a job of one stage known, which is drawn elsewhere. */
  JobSpec add(JobSpec job, long taskNs) {
    var spec = job.withHome(Integer.toString(jobs.size()));
    jobs.add(new DagJob(spec, new long[] {taskNs}));
    return spec;
  }

  /** Which of the policies in turn the job of a task has. */
  int kind(Work work) {
    return Integer.parseInt(work.home()) % law.policies.size();
  }

  private static String name(int stage) {
    return "s" + stage;
  }

  private DagJob of(Work work) {
    return jobs.get(Integer.parseInt(work.home()));
  }

  @Override
  public long cpuNs(Work work) {
    var job = of(work);
    long stageNs = job.stageNs[work.stage()];
    if (law.nodes == 0) {
      return stageNs;
    }
    var inputs = job.spec.stages().get(work.stage()).inputs();
    double size = inputs.isEmpty() ? 1 : (double) inputs.get(work.index()).bytes() / bytes(stageNs);
    return Math.round((1 - READ_SHARE) * stageNs * size);
  }

  @Override
  public void reads(Work work, TaskReads reads) {
    if (law.nodes == 0) {
      return;
    }
    var job = of(work);
    var spec = job.spec.stages().get(work.stage());
    if (spec.after().isEmpty()) {
      var input = spec.inputs().get(work.index());
      reads.outside(input.bytes(), input.on());
    }
    for (var edge : spec.after()) {
      int before = job.spec.indexOf(edge.stage());
      if (edge.isOneToOne()) {
        reads.output(before, work.index(), bytes(job.stageNs[work.stage()]));
      } else {
        reads.outputs(before);
      }
    }
  }

  /** As much as a task of the next stage reads of it. */
  @Override
  public long outputBytes(Work work) {
    var job = of(work);
    int next = work.stage() + 1;
    if (law.nodes == 0 || next == job.stageNs.length) {
      return 0;
    }
    long bytes = bytes(job.stageNs[next]);
    boolean isWhole = job.spec.stages().get(next).after().getFirst().isOneToOne();
    return Math.max(1, isWhole ? bytes : bytes / job.spec.stages().get(work.stage()).tasks());
  }
}
