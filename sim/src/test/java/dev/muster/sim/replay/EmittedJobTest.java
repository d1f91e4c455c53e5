package dev.muster.sim.replay;

import static dev.muster.sim.replay.Workflows.MIB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.model.Edge;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.file.JobFile;
import dev.muster.model.file.Parsed;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.workload.workflow.Workflow;
import dev.muster.workload.workflow.Workflow.DataFile;
import dev.muster.workload.workflow.Workflow.WorkflowTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmittedJobTest {

  private static final Workflow WORKFLOW =
      new Workflows()
          .task(2, 10 * MIB)
          .task(new Resources(2_500, MIB), 1.5, 0)
          .task(0, MIB, 0, 1)
          .named("a workflow");

  @TempDir Path directory;

  private static JobSpec job(Workflow workflow, double scale) {
    return ((Parsed.Valid) JobFile.parse(EmittedJob.text(workflow, scale), "")).job();
  }

  @Test
  void aStageForEachTask() {
    var job = job(WORKFLOW, 0.001);
    assertThat(job.name()).isEqualTo("workflow-a_workflow");
    assertThat(job.stages())
        .extracting(StageSpec::name)
        .containsExactly("t0-_task_0", "t1-_task_1", "t2-_task_2");
    assertThat(job.stages().get(0).after()).isEmpty();
    assertThat(job.stages().get(2).after())
        .containsExactly(Edge.allToAll("t0-_task_0"), Edge.allToAll("t1-_task_1"));
    assertThat(job.stages().get(0).limits().estimateNs()).isEqualTo(2_000_000);
    assertThat(job.stages().get(1).resources()).isEqualTo(new Resources(2_500, 64 * MIB));
  }

  @Test
  void longNamesStayDifferent() {
    var same = "x".repeat(200);
    var tasks =
        IntStream.range(0, 3)
            .mapToObj(
                _ -> new WorkflowTask(same, 1, Workflows.CORE, List.of(), List.of(), List.of()))
            .toList();
    assertThat(job(new Workflow("/", tasks, List.of()), 1).stages())
        .extracting(StageSpec::name)
        .doesNotHaveDuplicates()
        .allMatch(name -> name.length() == 100);
  }

  @Test
  void tasksMakeScaledFilesAndReadThoseOfTheirParents() throws Exception {
    var stages = job(WORKFLOW, 0.001).stages();
    var input = directory.resolve("t0-_task_0/0");
    Files.createDirectories(input);
    assertThat(run(stages.get(0), input)).isZero();
    assertThat(Files.size(input.resolve("0"))).isEqualTo(10_486);

    Files.createDirectories(directory.resolve("t1-_task_1/0"));
    assertThat(run(stages.get(1), directory.resolve("t1-_task_1/0"))).isZero();
    var output = Files.createDirectory(directory.resolve("output"));
    assertThat(run(stages.get(2), output)).isZero();
    assertThat(Files.size(output.resolve("0"))).isEqualTo(1_049);

    Files.writeString(input.resolve("0"), "less");
    assertThat(run(stages.get(2), output)).isOne();
  }

  private int run(StageSpec stage, Path output) throws IOException, InterruptedException {
    var process = new ProcessBuilder(stage.program().command());
    process.environment().put("MUSTER_INPUT", directory.toString());
    process.environment().put("MUSTER_OUTPUT", output.toString());
    return process.inheritIO().start().waitFor();
  }

  @Test
  void sleepsAsLongAsTheTaskRan() {
    var commands = job(WORKFLOW, 0.5).stages().stream().map(each -> each.program().command());
    assertThat(commands.map(List::getLast))
        .satisfiesExactly(
            first -> assertThat(first).contains("sleep 1.000000000\n"),
            second -> assertThat(second).contains("sleep 0.750000000\n").doesNotContain("find"),
            third -> assertThat(third).contains("sleep 0.000000000\n", "-eq 5242880 "));
  }

  /** A thousand files of one task are one command; what no command can hold is said. */
  @Test
  void manyFiles() {
    assertThat(job(making(1_000), 1).stages()).hasSize(1);
    assertThatThrownBy(() -> EmittedJob.text(making(20_000), 1))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessageStartingWith(
            "workflow `many` makes no valid job: 7:14: stages[0].command: must");
  }

  private static Workflow making(int count) {
    var files =
        IntStream.range(0, count).mapToObj(file -> new DataFile("f" + file, 12_345, 0)).toList();
    var made = IntStream.range(0, count).boxed().toList();
    var task = new WorkflowTask("t", 1, Workflows.CORE, List.of(), List.of(), made);
    return new Workflow("many", List.of(task), files);
  }
}
