package dev.muster.core.master.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.queue.JobUse;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.QueueShare;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Cells whose tasks never end by themselves, from any state: after {@link #SETTLED} intervals
 * nothing is given back as long as nothing changes. A step is an interval.
 *
 * <p>Where all tasks are alike and jobs hear of their shares at once, who is guaranteed something
 * has it by then. Where tasks are of many sizes some may fit nowhere, and jobs hear of shares,
 * start tasks and report in three of four intervals.
 */
final class PreemptionLoopTest {

  private static final long S = 1_000_000_000;
  private static final int STEPS = 250_000;
  private static final int GRACE = 3;

  /** How long nothing changes. */
  private static final int WINDOW = 40;

  /**
   * Who borrowed gives back in whole tasks, and idle pieces that are too small are noticed after
   * twice the grace period; then nothing is given back any more.
   */
  private static final int SETTLED = 20;

  /** Small ones, so that tasks of many sizes leave pieces in which none of them fits. */
  private static final int NODES = 4;

  private static final long NODE_CPU = 8_000;
  private static final long MB = 1 << 20;

  private record StartedTask(int node, int step) {}

  private static final class ModelJob {

    private final long number;
    private final QueueSpec queue;
    private final Resources task;
    private int demand;
    private final Deque<StartedTask> running = new ArrayDeque<>();

    ModelJob(long number, QueueSpec queue, Resources task) {
      this.number = number;
      this.queue = queue;
      this.task = task;
    }

    Resources used() {
      return task.times(running.size());
    }

    JobUse use() {
      int wanted = Math.max(0, demand - running.size());
      return new JobUse(number, used(), task.times(wanted), task);
    }
  }

  private final long[] free = new long[NODES];
  private final List<ModelJob> jobs = new ArrayList<>();
  private ShareBoard board = new ShareBoard(new JobQueues(QueueTree.OPEN));
  private int step;
  private int began;
  private long givenBack;

  @ParameterizedTest
  @CsvSource({"1, true", "2, true", "3, false", "4, false"})
  void nothingGoesToAndFro(long seed, boolean alike) {
    var chance = Chance.of(seed, "loops");
    while (step < STEPS) {
      run(chance, alike, "seed " + seed + ", step " + step);
    }
    assertThat(givenBack).as("something was given back at all").isPositive();
  }

  /** Some windows with the same queues and jobs. */
  private void run(Chance chance, boolean alike, String what) {
    var tree = tree(chance);
    var queues = new JobQueues(tree);
    board = new ShareBoard(queues);
    jobs.clear();
    Arrays.fill(free, NODE_CPU);
    int count = 2 + chance.nextInt(6);
    for (int number = 1; number <= count; number++) {
      var queue = tree.queues().get(1 + chance.nextInt(tree.queues().size() - 1));
      var task = new Resources(alike ? 1_000 : 500 * (1 + chance.nextInt(12)), MB);
      jobs.add(new ModelJob(number, queue, task));
      var spec =
          JobSpec.of("job", StageSpec.of("s", 50, task, List.of("true"))).withQueue(queue.path());
      queues.readmitted(queues.opened(number, spec), 0);
    }
    for (int window = 0; window < 5; window++) {
      began = step;
      jobs.forEach(job -> change(chance, job));
      board.report(jobs.stream().map(ModelJob::use).toList());
      for (int at = 0; at < WINDOW; at++, step++) {
        board.compute(step * S, new Resources(NODES * NODE_CPU, 1_000 * MB));
        for (var job : jobs) {
          if (alike || chance.nextInt(4) > 0) {
            hear(chance, job, what);
            board.report(List.of(job.use()));
          }
        }
        if (alike && at >= SETTLED) {
          checkGuarantees(tree, what + ", after " + at);
        }
      }
    }
  }

  private String describe() {
    return jobs.stream()
        .map(
            job ->
                "%d in %s (%s): %d of %d tasks of %s, %s"
                    .formatted(
                        job.number,
                        job.queue.path(),
                        job.queue.share().guaranteed().each().getFirst().share(),
                        job.running.size(),
                        job.demand,
                        job.task,
                        board.of(job.number)))
        .toList()
        .toString();
  }

  private static QueueTree tree(Chance chance) {
    List<QueueSpec> below = new ArrayList<>();
    double left = 1;
    int count = 2 + chance.nextInt(3);
    for (int queue = 0; queue < count; queue++) {
      double part = chance.nextInt(3) == 0 ? 0 : left * chance.nextDouble();
      left -= part;
      below.add(
          QueueSpec.of("root.q" + queue)
              .with(
                  QueueShare.EVEN
                      .withWeight(1 + chance.nextInt(3))
                      .withGuaranteed(
                          Portion.ofCell(Portion.CPU, part),
                          Portion.ofCell(Portion.MEMORY, part))));
    }
    return QueueTree.of(below.toArray(QueueSpec[]::new)).withReclaimAfter(GRACE * S);
  }

  /** Users want more or less, and some tasks end. */
  private void change(Chance chance, ModelJob job) {
    job.demand = chance.nextInt(3) == 0 ? 0 : chance.nextInt(50);
    while (job.running.size() > job.demand || (!job.running.isEmpty() && chance.nextInt(3) == 0)) {
      free[job.running.removeLast().node()] += job.task.cpuMillis();
    }
  }

  private void hear(Chance chance, ModelJob job, String what) {
    var allowed = board.of(job.number);
    while (allowed.givesBack() && !job.used().fitsIn(allowed.keep())) {
      var youngest = job.running.removeLast();
      free[youngest.node()] += job.task.cpuMillis();
      givenBack++;
      assertThat(step - began)
          .as("%s: job %s gives back again, of %s", what, job.number, describe())
          .isLessThan(SETTLED);
    }
    while (job.running.size() < job.demand
        && (!allowed.isLimited() || job.used().plus(job.task).fitsIn(allowed.most()))) {
      int node = chance.nextInt(NODES);
      int tries = 0;
      while (free[node] < job.task.cpuMillis() && tries++ < NODES) {
        node = (node + 1) % NODES;
      }
      if (free[node] < job.task.cpuMillis()) {
        return;
      }
      free[node] -= job.task.cpuMillis();
      job.running.addLast(new StartedTask(node, step));
    }
  }

  private void checkGuarantees(QueueTree tree, String what) {
    for (var queue : tree.queues().subList(1, tree.queues().size())) {
      var guaranteed =
          queue.share().guaranteed().atLeast(new Resources(NODES * NODE_CPU, 1_000 * MB));
      long uses = 0;
      long demand = 0;
      for (var job : jobs) {
        uses += job.queue.equals(queue) ? job.running.size() : 0;
        demand += job.queue.equals(queue) ? job.demand : 0;
      }
      assertThat(uses)
          .as("%s: %s of %s", what, queue.path(), describe())
          .isGreaterThanOrEqualTo(Math.min(demand, guaranteed.cpuMillis() / 1_000));
    }
  }
}
