package dev.muster.sim.experiment.apollo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.muster.core.actor.Work;
import dev.muster.model.JobSpec;
import dev.muster.sim.experiment.apollo.DagJobs.DagLaw;
import dev.muster.sim.machine.TaskReads;
import dev.muster.workload.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DagJobsTest {

  private static final long S = 1_000_000_000;
  private static final int WIDEST = 20_000;
  private static final int JOBS = 2_000;

  private static DagJobs jobs(int nodes, String... policies) {
    var times = new Distribution.Lognormal(10 * S, 1.5);
    return new DagJobs(
        DagLaw.of(times, WIDEST, 200, 300e9).withPolicies(List.of(policies)).withData(nodes, 40),
        7);
  }

  private static List<JobSpec> draw(DagJobs jobs) {
    return Stream.generate(jobs::next).limit(JOBS).toList();
  }

  /** Log-uniform from 1 to 20,000: 47% are below 100. */
  @Test
  void fewStagesAreWideAndHaveMostTasks() {
    List<Integer> widths = new ArrayList<>();
    for (var job : draw(jobs(0, "estimated"))) {
      job.stages().forEach(stage -> widths.add(stage.tasks()));
    }

    assertThat(widths).allMatch(width -> width >= 1 && width <= WIDEST);
    double narrow = widths.stream().filter(width -> width < 100).count();
    assertThat(narrow / widths.size()).isCloseTo(0.46, within(0.05));
    double ofNarrow = widths.stream().filter(width -> width < 100).mapToLong(w -> w).sum();
    assertThat(ofNarrow / widths.stream().mapToLong(w -> w).sum()).isLessThan(0.02);
  }

  @Test
  void halfOfTheStagesHaveTasksBelowTheMedian() {
    var jobs = jobs(0, "estimated");
    List<Long> times = new ArrayList<>();
    for (var job : draw(jobs)) {
      for (int stage = 0; stage < job.stages().size(); stage++) {
        long ns = jobs.cpuNs(work(job, stage, 0));
        assertThat(job.stages().get(stage).limits().estimateNs()).isEqualTo(ns);
        times.add(ns);
      }
    }
    double below = times.stream().filter(ns -> ns < 10 * S).count();
    assertThat(below / times.size()).isCloseTo(0.5, within(0.03));
  }

  @Test
  void jobsAreDagsWhoseOneToOneStagesAreAsWide() {
    for (var job : draw(jobs(0, "estimated"))) {
      assertThat(job.tokens()).isBetween(1, 200);
      for (int stage = 0; stage < job.stages().size(); stage++) {
        var spec = job.stages().get(stage);
        assertThat(spec.after().isEmpty()).isEqualTo(stage == 0);
        for (var edge : spec.after()) {
          int before = job.indexOf(edge.stage());
          assertThat(before).isBetween(0, stage - 1);
          if (edge.isOneToOne()) {
            assertThat(spec.tasks()).isEqualTo(job.stages().get(before).tasks());
          }
        }
      }
    }
  }

  @Test
  void theSameSeedGivesTheSameJobs() {
    assertThat(draw(jobs(100, "estimated"))).isEqualTo(draw(jobs(100, "estimated")));
  }

  @Test
  void aJobUnderWayHasTheRestOfItsWork() {
    var jobs = jobs(0, "estimated");
    double whole = 0;
    double rest = 0;
    for (int count = 0; count < JOBS; count++) {
      whole += work(jobs, jobs.next());
      rest += work(jobs, jobs.underWay());
    }
    assertThat(rest / whole).isCloseTo(0.5, within(0.15));
  }

  private static double work(DagJobs jobs, JobSpec job) {
    double sum = 0;
    for (int stage = 0; stage < job.stages().size(); stage++) {
      sum += (double) jobs.cpuNs(work(job, stage, 0)) * job.stages().get(stage).tasks();
    }
    return sum;
  }

  @Test
  void policiesTakeTurnsAndTasksKnowTheirs() {
    var jobs = jobs(0, "baseline", "estimated");
    var first = jobs.next();
    var second = jobs.next();

    assertThat(first.policy()).isEqualTo("baseline");
    assertThat(second.policy()).isEqualTo("estimated");
    assertThat(jobs.kind(work(first, 0, 0))).isZero();
    assertThat(jobs.kind(work(second, 0, 0))).isEqualTo(1);
  }

  /** A third of the time is reading at 160 MB/s, the rest grows with the size of the input. */
  @Test
  void withDataTasksReadForAThirdOfTheirTime() {
    var jobs = jobs(100, "estimated");
    var job = jobs.next();
    var inputs = job.stages().getFirst().inputs();
    assertThat(inputs).hasSize(job.stages().getFirst().tasks());
    assertThat(inputs)
        .allMatch(input -> input.on().size() <= 3 && input.on().stream().allMatch(n -> n < 100))
        .anyMatch(input -> input.on().size() == 3);
    long[] read = new long[1];
    jobs.reads(work(job, 0, 0), reading(read));
    double readNs = read[0] / 0.16;
    assertThat(readNs / (readNs + jobs.cpuNs(work(job, 0, 0)))).isCloseTo(1 / 3.0, within(0.01));
  }

  private static TaskReads reading(long[] sum) {
    return new TaskReads() {
      @Override
      public void output(int stage, int task, long bytes) {
        sum[0] += bytes;
      }

      @Override
      public void outputs(int stage) {}

      @Override
      public void outside(long bytes, List<Integer> holders) {
        sum[0] += bytes;
      }
    };
  }

  private static Work work(JobSpec job, int stage, int index) {
    return new Work(1, job.home(), stage, job.stages().get(stage), index, "", 1);
  }
}
