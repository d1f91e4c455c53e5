package dev.muster.process;

import dev.muster.core.actor.Work;
import dev.muster.model.text.JobNumber;
import dev.muster.process.directory.AttemptDirectory;
import dev.muster.process.supervise.TaskProcesses;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What a task finds in its environment: a little of ours, what its stage says, and what Muster
 * tells it. Nothing else gets through, so that a task runs alike wherever it lands.
 */
final class Environment {
  static final String PATH = "PATH";

  private static final Set<String> PASSED =
      Set.of(PATH, "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TZ", "TMPDIR");
  private static final String PASSED_PREFIX = "LC_";

  private final String node;
  private final Map<String, String> passed = new LinkedHashMap<>();

  Environment(String node, Map<String, String> ours) {
    this.node = node;
    ours.forEach(
        (name, value) -> {
          if (PASSED.contains(name) || name.startsWith(PASSED_PREFIX)) {
            passed.put(name, value);
          }
        });
  }

  Map<String, String> ofExecutor(long job, Map<String, String> ofStage) {
    var variables = new LinkedHashMap<>(passed);
    variables.putAll(ofStage);
    variables.put("MUSTER_JOB", JobNumber.format(job));
    variables.put(TaskProcesses.NODE_VARIABLE, node);
    return variables;
  }

  Map<String, String> ofTask(Work work, AttemptDirectory attempt) {
    var stage = work.spec();
    var variables = ofExecutor(work.job(), stage.program().env());
    variables.put("MUSTER_STAGE", stage.name());
    variables.put("MUSTER_TASK_INDEX", Integer.toString(work.index()));
    variables.put("MUSTER_TASK_COUNT", Integer.toString(stage.tasks()));
    variables.put("MUSTER_ATTEMPT", Integer.toString(work.attempt()));
    variables.put("MUSTER_INPUT", attempt.inputs().toString());
    variables.put(TaskProcesses.OUTPUT_VARIABLE, attempt.output().toString());
    variables.put("MUSTER_ITEM", work.item());
    return variables;
  }
}
