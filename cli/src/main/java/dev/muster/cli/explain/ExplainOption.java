package dev.muster.cli.explain;

import dev.muster.cli.console.BadInputException;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.model.TaskId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code --explain}: of which tasks the user wants to know why they are where they are. */
public final class ExplainOption {

  private static final Pattern TASK = Pattern.compile("(.+)/(0|[1-9]\\d{0,8})");

  /** How many stages are named to a user who named none of them. */
  private static final int MAX_NAMED = 5;

  @Option(
      names = "--explain",
      arity = "0..1",
      paramLabel = "STAGE/INDEX",
      parameterConsumer = TaskConsumer.class,
      description = {
        "Says why a task was placed where it is, or what it waits for; may be repeated.",
        "Without STAGE/INDEX: the first placed task of each stage, and tasks that wait long."
      })
  private @Nullable List<String> tasks;

  /** Whether anything is to be explained. */
  public boolean isGiven() {
    return tasks != null;
  }

  /** The tasks that were named; none where the user named none. */
  public List<TaskId> tasks(JobSpec job) throws BadInputException {
    List<TaskId> found = new ArrayList<>();
    for (var text : tasks == null ? List.<String>of() : tasks) {
      found.add(find(job, text));
    }
    return found;
  }

  /** The task that is named so. */
  public static TaskId find(JobSpec job, String text) throws BadInputException {
    var match = TASK.matcher(text);
    if (!match.matches()) {
      throw new BadInputException("--explain must be as in map/0, not `%s`".formatted(text));
    }
    int stage = job.indexOf(match.group(1));
    if (stage < 0) {
      var names = job.stages().stream().map(StageSpec::name).limit(MAX_NAMED).toList();
      throw new BadInputException(
          "--explain: no stage is `%s`; the first are %s"
              .formatted(match.group(1), String.join(", ", names)));
    }
    int index = Integer.parseInt(match.group(2));
    int size = job.stages().get(stage).tasks();
    if (index >= size) {
      throw new BadInputException(
          "--explain: the tasks of %s are 0 to %d, not %d"
              .formatted(match.group(1), size - 1, index));
    }
    return new TaskId(stage, index);
  }

  /** Takes what names a task, and leaves the job file that may follow to the command. */
  static final class TaskConsumer implements IParameterConsumer {

    @Override
    public void consumeParameters(Stack<String> args, ArgSpec option, CommandSpec command) {
      List<String> tasks = option.getValue();
      var all = tasks == null ? new ArrayList<String>() : tasks;
      if (!args.isEmpty() && isTask(args.peek())) {
        all.add(args.pop());
      }
      option.setValue(all);
    }

    private static boolean isTask(String text) {
      return TASK.matcher(text).matches() && !Files.exists(Path.of(text));
    }
  }
}
