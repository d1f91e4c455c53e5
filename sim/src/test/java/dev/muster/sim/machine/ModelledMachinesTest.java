package dev.muster.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.muster.core.actor.Work;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.scheduler.place.estimated.CompletionModel;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.Usage;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelledMachinesTest {

  private static final long S = 1_000_000_000;
  private static final long MB = 1_000_000;
  private static final StageSpec STAGE =
      StageSpec.of("s", 1, new Resources(1_000, 1), List.of("modelled"));
  private static final int SAMPLES = 20_000;

  /** 10 s of cpu time and 160 MB, which node 3 has; 100 bytes come of it. */
  private static final TaskModel TASKS =
      new TaskModel() {
        @Override
        public long cpuNs(Work work) {
          return 10 * S;
        }

        @Override
        public void reads(Work work, TaskReads reads) {
          reads.outside(160 * MB, List.of(3));
        }

        @Override
        public long outputBytes(Work work) {
          return 100;
        }

        @Override
        public long startupNs(Work work) {
          return 5 * S;
        }

        @Override
        public long memoryBytes(Work work) {
          return 77;
        }
      };

  private static Work work(long job, int index, int attempt) {
    return new Work(job, "", 0, STAGE, index, "", attempt);
  }

  private static ModelledMachines machines(Disturbance disturbance) {
    return new ModelledMachines(new RackLayout(10), CompletionModel.STANDARD, TASKS, disturbance);
  }

  @Test
  void anAttemptTakesStartUpReadingAndComputing() {
    var machines = machines(Disturbance.NONE);
    assertThat(machines.durationNs(3, work(1, 0, 1))).isEqualTo(16 * S);
    assertThat(machines.durationNs(3, work(1, 1, 1))).as("files are there").isEqualTo(11 * S);
    assertThat(machines.durationNs(4, work(1, 2, 1))).as("in the rack").isEqualTo(16_600_000_000L);
    assertThat(machines.durationNs(13, work(1, 3, 1))).as("remote").isEqualTo(17 * S);
    assertThat(machines.durationNs(3, work(2, 0, 1))).as("another job").isEqualTo(16 * S);
    assertThat(machines.reads().moved()).isEqualTo(320 * MB);
    assertThat(machines.busyNs()).isEqualTo(76_600_000_000L);
  }

  @Test
  void theResultTellsWhatWasUsedAndMade() {
    var machines = machines(Disturbance.NONE);
    var work = work(1, 0, 1);
    machines.durationNs(3, work);
    var result = machines.result(3, work);

    assertThat(result.usage()).isEqualTo(new Usage(10 * S, 77, 160 * MB, 0));
    assertThat(result.outputBytes()).isEqualTo(100);
  }

  @Test
  void whatSucceededIsReadWhereItIs() {
    var model =
        new TaskModel() {
          @Override
          public long cpuNs(Work work) {
            return S;
          }

          @Override
          public void reads(Work work, TaskReads reads) {
            reads.outputs(0);
          }
        };
    var machines =
        new ModelledMachines(new RackLayout(10), CompletionModel.STANDARD, model, Disturbance.NONE);
    var made = machines(Disturbance.NONE);
    var maker = work(1, 0, 1);
    made.durationNs(3, maker);
    var result = made.result(3, maker).withOutput(80 * MB);
    machines.sent(SchedulerEvent.at(0), new TaskFinished(3, 9, 1, 0, 0, result));

    assertThat(machines.durationNs(3, work(1, 1, 1))).isEqualTo(1_500_000_000L);
    assertThat(machines.durationNs(20, work(1, 1, 2))).isEqualTo(2 * S);
    machines.forget(1, 1);
    assertThat(machines.durationNs(20, work(1, 1, 3))).isEqualTo(S);
  }

  @Test
  void progressIsEvenAfterTheStartUp() {
    var run = new ModelledRun(5 * S, 20 * S, 10 * S, 1_000, 77);

    assertThat(run.durationNs()).isEqualTo(25 * S);
    assertThat(run.usageAfter(4 * S)).isEqualTo(new Usage(0, 77, 0, 0));
    assertThat(run.usageAfter(15 * S)).isEqualTo(new Usage(5 * S, 77, 500, 0));
    assertThat(run.usageAfter(99 * S)).isEqualTo(run.usage());
  }

  /** The median of a lognormal factor is 1, a sixth of all values are above e^σ. */
  @Test
  void noiseSpreadsCpuTimes() {
    var machines = machines(new Disturbance(1, 0.2, 0, 0, 1));
    int above = 0;
    int farAbove = 0;
    for (int index = 0; index < SAMPLES; index++) {
      long cpuNs = machines.durationNs(3, work(1, index, 1)) - S;
      above += cpuNs > 10 * S ? 1 : 0;
      farAbove += cpuNs > 12_214_027_582L ? 1 : 0;
    }
    assertThat((double) above / SAMPLES).isCloseTo(0.5, within(0.02));
    assertThat((double) farAbove / SAMPLES).isCloseTo(0.1587, within(0.02));
  }

  @Test
  void someTasksStopEarlyWhicheverTheAttempt() {
    var machines = machines(new Disturbance(1, 0, 0.05, 0, 1));
    machines.durationNs(3, work(1, 0, 1));
    int early = 0;
    for (int index = 0; index < SAMPLES; index++) {
      long ns = machines.durationNs(3, work(1, index, 1));
      early += ns < 11 * S ? 1 : 0;
      assertThat(machines.durationNs(3, work(1, index, 2))).isEqualTo(ns);
    }
    assertThat((double) early / SAMPLES).isCloseTo(0.05, within(0.01));
  }

  @Test
  void someAttemptsAreSlowedAndTheNextOneMostlyIsNot() {
    var disturbance = new Disturbance(1, 0, 0, 0.03, 5);
    var machines = machines(disturbance);
    machines.durationNs(3, work(1, 0, 1));
    int slowed = 0;
    int twice = 0;
    for (int index = 0; index < SAMPLES; index++) {
      boolean first = disturbance.isSlowed(work(1, index, 1));
      long ns = machines.durationNs(3, work(1, index, 1));
      assertThat(ns).isEqualTo(first ? 55 * S : 11 * S);
      slowed += first ? 1 : 0;
      twice += first && disturbance.isSlowed(work(1, index, 2)) ? 1 : 0;
    }
    assertThat((double) slowed / SAMPLES).isCloseTo(0.03, within(0.005));
    assertThat(twice).isLessThan(slowed / 10);
  }
}
