package dev.muster.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.cli.Patient;
import dev.muster.cli.sim.RareLines;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageReport;
import dev.muster.model.StageSpec;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private static final JobSpec JOB =
      JobSpec.of(
          "job",
          StageSpec.of("a", 1_500, Resources.NONE, List.of("run")),
          StageSpec.of("b", 2, Resources.NONE, List.of("run")));

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private static List<StageReport> stages(int ended) {
    return List.of(
        new StageReport("a", 1_500, 20, ended, 0, ended + 20), new StageReport("b", 2, 0, 0, 0, 0));
  }

  private String shown() {
    return err.toString(UTF_8);
  }

  @Test
  void aLine() {
    assertThat(LineProgress.line("job", stages(1_100)))
        .isEqualTo("job: 1,100 of 1,502 tasks done, 20 running (a 1100/1500)");
    assertThat(LineProgress.line("job", List.of(new StageReport("job", 3, 1, 1, 1, 3))))
        .isEqualTo("job: 2 of 3 tasks done, 1 running");
  }

  @Test
  void linesComeOnlyWhenSomethingChanged() throws Exception {
    var ticks = new SynchronousQueue<Boolean>();
    try (var progress = new LineProgress(new PrintStream(err, true, UTF_8), JOB, ticks::take)) {
      for (int i = 0; i < 100; i++) {
        progress.show(stages(i));
      }
      ticks.put(true);
      ticks.put(true); // taken only when all is done that the one before gave to do
      progress.show(stages(99));
      ticks.put(true);
      progress.show(stages(100));
      ticks.put(true);
      ticks.put(true);
    }
    assertThat(shown())
        .isEqualTo(
            """
            job: 99 of 1,502 tasks done, 20 running (a 99/1500)
            job: 100 of 1,502 tasks done, 20 running (a 100/1500)
            """);
  }

  @Test
  void aBarIsGoneInTheEnd() {
    try (var progress = ProgressDisplay.bar(new PrintStream(err, true, UTF_8), JOB)) {
      progress.show(stages(751));
      await().atMost(Patient.LIMIT).until(() -> shown().contains("751/1502"));
    }
    assertThat(shown()).contains("job  50% [=").endsWith("\r\u001b[K").doesNotContain("\n");
  }

  @Test
  void aLongExperimentSaysARareLine() {
    var nowNs = new AtomicLong();
    var progress = new RareLines(new PrintStream(err, true, UTF_8), "omega/shared", nowNs::get);

    progress.accept(0.5); // soon
    nowNs.addAndGet(RareLines.STEP_NS);
    progress.accept(0.05); // not far
    progress.accept(0.25);
    progress.accept(0.4); // far but soon again
    nowNs.addAndGet(RareLines.STEP_NS);
    progress.accept(0.3); // late but not far
    progress.accept(0.5);
    nowNs.addAndGet(RareLines.STEP_NS);
    progress.accept(1); // the result follows

    assertThat(shown())
        .isEqualTo(
            """
            omega/shared: 25% done in 30.0 s, about 1m30s left
            omega/shared: 50% done in 1m, about 1m left
            """);
  }
}
