package dev.muster.sim.replay;

import dev.muster.model.file.JobFile;
import dev.muster.model.file.Parsed;
import dev.muster.model.text.Quantity;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.workload.workflow.Workflow;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.stream.Collectors;

/**
 * A workflow as a job file that runs for real. A task reads all files of its parents, and fails
 * unless they have as many bytes as they should; then it sleeps, and makes its own files. Run times
 * and sizes are scaled.
 */
public final class EmittedJob {

  /**
   * What a shell needs that reads, sleeps and writes; what the task once needed does not matter.
   */
  private static final String MEMORY = "64Mi";

  private static final int NS_DIGITS = 9;

  private final Workflow workflow;
  private final double scale;

  private EmittedJob(Workflow workflow, double scale) {
    this.workflow = workflow;
    this.scale = scale;
  }

  /** The text of the file. */
  public static String text(Workflow workflow, double scale) {
    var text = new EmittedJob(workflow, scale).text();
    if (JobFile.parse(text, "") instanceof Parsed.Invalid invalid) {
      throw new ExperimentFailed(
          "workflow `%s` makes no valid job: %s"
              .formatted(workflow.name(), invalid.problems().getFirst()));
    }
    return text;
  }

  private String text() {
    var job = WorkflowJob.of(workflow);
    var text = new StringBuilder("name: ").append(job.name()).append("\nstages:\n");
    for (int index = 0; index < job.stages().size(); index++) {
      var stage = job.stages().get(index);
      var after = stage.after().stream().map(edge -> edge.stage()).toList();
      var cpu = Quantity.formatCpu(stage.resources().cpuMillis());
      text.append("  - name: ").append(stage.name());
      text.append("\n    after: ").append(after);
      text.append("\n    resources: {cpu: " + cpu + ", memory: " + MEMORY + "}");
      text.append("\n    estimate: ").append(scaledNs(index)).append("ns");
      text.append("\n    command: |\n").append(command(index).indent(6));
    }
    return text.toString();
  }

  private long scaledNs(int task) {
    return Math.round(workflow.tasks().get(task).runNs() * scale);
  }

  private long scaledBytes(int file) {
    return Math.round(workflow.files().get(file).bytes() * scale);
  }

  private String command(int index) {
    var task = workflow.tasks().get(index);
    var read =
        task.parents().stream()
            .map(parent -> workflow.tasks().get(parent).outputs())
            .flatMap(Collection::stream)
            .toList();
    var sleep = "sleep " + BigDecimal.valueOf(scaledNs(index), NS_DIGITS).toPlainString();
    var sizes =
        task.outputs().stream()
            .map(file -> Long.toString(scaledBytes(file)))
            .collect(Collectors.joining(" "));
    return "set -e\n"
        + (read.isEmpty() ? "" : reading(read.stream().mapToLong(this::scaledBytes).sum()))
        + sleep
        + "\n"
        + (sizes.isEmpty() ? "" : writing(sizes));
  }

  /** What the task found is said where it is not what its parents made. */
  private static String reading(long bytes) {
    return """
        found=$(find -L "$MUSTER_INPUT" -type f -exec cat {} + | wc -c)
        test "$found" -eq %1$d || { echo "found $found bytes, not %1$d" >&2; exit 1; }
        """
        .formatted(bytes);
  }

  /** A loop, because a command may have so many characters only. */
  private static String writing(String sizes) {
    return """
        file=0
        for bytes in %s; do
          head -c $bytes /dev/zero > "$MUSTER_OUTPUT/$file"
          file=$((file + 1))
        done
        """
        .formatted(sizes);
  }
}
