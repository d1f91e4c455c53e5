package dev.muster.model.file;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.model.ExternalInput;
import dev.muster.model.rule.JobRules;
import java.util.ArrayList;
import java.util.List;

/** Reads the {@code inputs} of a stage: data outside the job, each with its size and nodes. */
final class InputReader {

  private static final String EXPECTED =
      "a list of data outside the job, such as [{bytes: 5Gi, on: [node-3, node-7]}]";
  private static final List<String> KNOWN = List.of("bytes", "on", "task");

  private final Fields stage;
  private final Problems problems;

  InputReader(Fields stage, Problems problems) {
    this.stage = stage;
    this.problems = problems;
  }

  List<ExternalInput> read(int tasks) {
    return switch (stage.value("inputs").orElse(null)) {
      case null -> List.of();
      case Yaml.Sequence list -> read(list, tasks);
      case Yaml other -> {
        stage.reject("inputs", "expected " + EXPECTED + ", found " + other.found());
        yield List.of();
      }
    };
  }

  private List<ExternalInput> read(Yaml.Sequence list, int tasks) {
    if (list.values().size() > JobRules.MAX_INPUTS) {
      stage.reject("inputs", "must hold at most " + formatCount(JobRules.MAX_INPUTS) + " inputs");
      return List.of();
    }
    List<ExternalInput> inputs = new ArrayList<>();
    for (int i = 0; i < list.values().size(); i++) {
      var path = stage.path("inputs") + "[" + i + "]";
      if (list.values().get(i) instanceof Yaml.Mapping mapping) {
        inputs.add(read(new Fields(mapping, path, KNOWN, problems), tasks));
      } else {
        var found = list.values().get(i).found();
        problems.add(list.values().get(i), path, "expected `bytes` and `on`, found " + found);
      }
    }
    return inputs;
  }

  private ExternalInput read(Fields input, int tasks) {
    if (!input.has("bytes")) {
      input.reject("bytes", "is missing; give the size of the input, such as 5Gi");
    }
    var on =
        input.has("on")
            ? new WhereReader(input, problems).nodes(input.value("on").get(), input.path("on"))
            : List.<Integer>of();
    int last = tasks > 0 ? tasks - 1 : JobRules.MAX_TASKS;
    int task = input.whole("task", 0, last, ExternalInput.EVERY_TASK);
    return new ExternalInput(input.amount("bytes", Amount.BYTES, 0), on, task);
  }
}
