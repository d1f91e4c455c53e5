package dev.muster.model.file;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.model.Gang;
import dev.muster.model.Program;
import dev.muster.model.Require;
import dev.muster.model.StageSpec;
import dev.muster.model.StageSpec.TaskLimits;
import dev.muster.model.TaskFiles;
import dev.muster.model.WeakestTier;
import dev.muster.model.rule.JobRules;
import dev.muster.model.text.Nearest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads the fields of one stage, wherever in the file they stand. */
final class StageReader {

  static final List<String> KNOWN =
      List.of(
          "name",
          "tasks",
          "items",
          "command",
          "java",
          "env",
          "resources",
          "estimate",
          "timeout",
          "retries",
          "after",
          "directory",
          "files",
          "require",
          "prefer",
          "patience",
          "gang",
          "inputs",
          "tier");

  private static final String COMMAND_EXPECTED =
      "a program with its arguments, such as [sort, -u, names.txt], or one line for the shell";

  private static final String FUNCTION_EXPECTED =
      "the full name of a class, such as com.example.Count or com.example.Count$Words";
  private static final String FILE_EXPECTED =
      "must lie below the job file's directory, without `..`, and end with a name, or with `/` for"
          + " all that a directory holds";

  /** Variables that begin so are Muster's own. */
  private static final String RESERVED = "MUSTER_";

  private static final String OR_FUNCTION = "; or the class of a function as `java`";

  private final Fields fields;
  private final Require ofJob;
  private final Problems problems;

  /**
   * @param ofJob what the whole job requires, in addition to the stage
   */
  StageReader(Fields fields, Require ofJob, Problems problems) {
    this.fields = fields;
    this.ofJob = ofJob;
    this.problems = problems;
  }

  /** The stages of its edges are checked later, by the graph. */
  ParsedStage read(String name) {
    var items = texts(fields.list("items", "a list of values"));
    var edges = new EdgeReader(fields, problems);
    int tasks = tasks();
    var resources = new ResourcesReader(fields, problems);
    var spec =
        new StageSpec(
            name,
            tasks,
            items,
            new Program(command(), function(), env(), directory()),
            TaskFiles.of(files()),
            resources.read(),
            limits(resources.maxMemoryBytes()),
            edges.read(),
            new WhereReader(fields, problems).read(ofJob, tasks),
            fields.choice("gang", List.of(Gang.values()), Gang::text).orElse(Gang.NO),
            new InputReader(fields, problems).read(tasks),
            fields.choice("tier", WeakestTier.IN_FILES, WeakestTier::text).orElse(WeakestTier.ANY));
    return new ParsedStage(spec, fields, edges.places());
  }

  /** 0 where the number is rejected: then nothing is compared with it. */
  private int tasks() {
    if (!fields.has("items")) {
      return fields.whole("tasks", 1, JobRules.MAX_TASKS, fields.has("tasks") ? 0 : 1);
    }
    if (fields.has("tasks")) {
      fields.reject("tasks", "give either `tasks` or `items`: each item is one task");
    }
    if (!(fields.value("items").get() instanceof Yaml.Sequence list)) {
      return 0;
    }
    if (list.values().isEmpty()) {
      fields.reject("items", "must hold at least one item");
    } else if (list.values().size() > JobRules.MAX_TASKS) {
      fields.reject("items", "must hold at most " + formatCount(JobRules.MAX_TASKS) + " items");
    }
    return list.values().size();
  }

  private List<String> command() {
    if (!fields.has("command")) {
      if (!fields.has("java")) {
        fields.reject("command", "is missing; give " + COMMAND_EXPECTED + OR_FUNCTION);
      }
      return List.of();
    }
    var given = fields.value("command").get();
    var words = texts(fields.listOrOne("command", COMMAND_EXPECTED));
    var nothing = given instanceof Yaml.Sequence list && list.values().isEmpty();
    var blank = !words.isEmpty() && words.getFirst().isBlank();
    if (nothing || blank) {
      fields.reject("command", "must not be empty; give " + COMMAND_EXPECTED);
    }
    var line = given instanceof Yaml.Text && !words.isEmpty();
    return line ? List.of("sh", "-c", words.getFirst()) : words;
  }

  private String function() {
    var name = fields.text("java", FUNCTION_EXPECTED).orElse("");
    if (fields.has("java") && fields.has("command")) {
      fields.reject("java", "give either `command` or `java`: a task is a process or a function");
    } else if (!name.isEmpty() && fields.has("directory")) {
      fields.reject("directory", "is not for functions: those of a job run in one place");
    } else if (!name.isEmpty() && !Names.isClass(name)) {
      fields.reject("java", "must be " + FUNCTION_EXPECTED + ", not " + Nearest.quote(name));
    }
    return name;
  }

  private TaskLimits limits(long maxMemoryBytes) {
    return new TaskLimits(
        fields.amount("estimate", Amount.DURATION, 0),
        fields.amount("timeout", Amount.TIMEOUT, 0),
        fields.whole("retries", 0, JobRules.MAX_RETRIES, 0),
        maxMemoryBytes);
  }

  private String directory() {
    var directory = fields.text("directory", "the name of a directory").orElse("");
    if (!directory.isEmpty() && fields.has("files")) {
      fields.reject("directory", "takes no `files`: those go into the private directory of a task");
    }
    return directory;
  }

  private List<String> files() {
    var files = fields.listOrOne("files", "a list of files and directories");
    for (var file : files) {
      if (!isFileEntry(file.text())) {
        problems.add(file, fields.path("files"), FILE_EXPECTED);
      }
    }
    return texts(files);
  }

  /**
   * {@code dir/} stands for what is in the directory, {@code dir} or {@code file} for the thing
   * itself, which therefore must have a name. A job brings what lies beside its file: {@code ..}
   * would lead out, and what it leads to depends on links that only the kernel follows.
   */
  private static boolean isFileEntry(String entry) {
    if (entry.isBlank() || entry.startsWith("/")) {
      return false;
    }
    var steps = List.of(entry.split("/", -1));
    return !steps.contains("..") && !steps.getLast().equals(".");
  }

  private Map<String, String> env() {
    Map<String, String> env = new TreeMap<>();
    var path = fields.path("env");
    for (var pair : fields.mapping("env").pairs()) {
      if (!(pair.key() instanceof Yaml.Text key) || !Names.isVariable(key.text())) {
        var message = "must be named by letters, digits and `_`, not " + pair.key().found();
        problems.add(pair.key(), path, message);
      } else if (key.text().startsWith(RESERVED)) {
        problems.add(key, path + "." + key.text(), "names with MUSTER_ are set by Muster itself");
      } else if (!(pair.value() instanceof Yaml.Text value)) {
        var message = "expected a single value, found " + pair.value().found();
        problems.add(pair.value(), path + "." + key.text(), message);
      } else if (fields.usable(value, path + "." + key.text())
          && env.putIfAbsent(key.text(), value.text()) != null) {
        problems.add(key, path + "." + key.text(), "is given twice");
      }
    }
    return env;
  }

  private static List<String> texts(List<Yaml.Text> values) {
    return values.stream().map(Yaml.Text::text).toList();
  }
}
