package dev.muster.cli.run;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.cli.console.Json;
import dev.muster.model.JobReport;
import dev.muster.model.JobReport.TaskFailure;
import dev.muster.model.JobSpec;
import dev.muster.model.StageReport.Placed;
import dev.muster.model.Usage;
import dev.muster.model.file.Problem;
import dev.muster.model.text.JobNumber;
import dev.muster.process.directory.JobDirectory;
import java.util.List;
import java.util.Locale;

/** Exactly one object on standard output, whatever happened. */
public final class JsonView implements RunView {

  private static final double NS_PER_SECOND = 1e9;
  private static final double NS_PER_MS = 1e6;

  private final Console console;

  public JsonView(Console console) {
    this.console = console;
  }

  @Override
  public int unreadable(String why) {
    return error(why, List.of(), ExitCode.USAGE);
  }

  @Override
  public int invalid(String label, List<Problem> problems) {
    return error(label + " is not a valid job file", problems, ExitCode.USAGE);
  }

  @Override
  public int refused(String why) {
    return error("refused: " + why, List.of(), ExitCode.REFUSED);
  }

  private int error(String what, List<Problem> problems, int exitCode) {
    var object = new JsonObject();
    object.addProperty("error", what);
    var array = new JsonArray();
    for (var problem : problems) {
      var entry = new JsonObject();
      entry.addProperty("line", problem.line());
      entry.addProperty("column", problem.column());
      entry.addProperty("field", problem.field());
      entry.addProperty("message", problem.message());
      array.add(entry);
    }
    object.add("problems", array);
    Json.print(console, object);
    return exitCode;
  }

  @Override
  public int ended(JobSpec job, JobReport report, JobDirectory directory, long lostMessages) {
    var object = new JsonObject();
    object.addProperty("job", JobNumber.format(report.job()));
    object.addProperty("name", report.name());
    object.addProperty("state", lower(report.state()));
    object.addProperty("policy", report.policy());
    object.add("stages", stages(report));
    object.addProperty("submittedAtMs", report.submittedAtMs());
    object.addProperty("durationMs", report.durationMs());
    addFailures(object, report);
    addReasons(object, report);
    object.addProperty("logs", directory.root().toString());
    if (lostMessages > 0) {
      object.addProperty("lostMessages", lostMessages);
    }
    Json.print(console, object);
    return ExitCode.of(report.state());
  }

  private static JsonArray stages(JobReport report) {
    var stages = new JsonArray();
    for (var stage : report.stages()) {
      var entry = new JsonObject();
      entry.addProperty("name", stage.name());
      entry.addProperty("tasks", stage.tasks());
      entry.addProperty("succeeded", stage.succeeded());
      entry.addProperty("failed", stage.failed());
      entry.addProperty("attempts", stage.attempts());
      entry.add("usage", usage(stage.usage()));
      if (!stage.placed().equals(Placed.NONE)) {
        entry.add("placed", placed(stage.placed()));
      }
      stages.add(entry);
    }
    return stages;
  }

  private static void addFailures(JsonObject object, JobReport report) {
    if (report.failures().isEmpty()) {
      return;
    }
    var failures = new JsonArray();
    report.failures().forEach(failure -> failures.add(failure(failure)));
    object.add("failures", failures);
    object.addProperty("failuresNotShown", report.failuresNotShown());
  }

  private static JsonObject failure(TaskFailure failure) {
    var entry = new JsonObject();
    entry.addProperty("stage", failure.stage());
    entry.addProperty("index", failure.index());
    entry.addProperty("attempt", failure.attempt());
    entry.addProperty("outcome", lower(failure.result().outcome()));
    entry.addProperty("exitCode", failure.result().exitCode());
    if (failure.result().signal() > 0) {
      entry.addProperty("signal", failure.result().signal());
    }
    entry.addProperty("detail", failure.result().detail());
    entry.add("usage", usage(failure.result().usage()));
    return entry;
  }

  private static JsonObject usage(Usage usage) {
    var entry = new JsonObject();
    entry.addProperty("cpuSeconds", usage.cpuNs() / NS_PER_SECOND);
    entry.addProperty("peakMemoryBytes", usage.peakMemoryBytes());
    entry.addProperty("readBytes", usage.readBytes());
    entry.addProperty("writtenBytes", usage.writtenBytes());
    return entry;
  }

  private static JsonObject placed(Placed placed) {
    var entry = new JsonObject();
    entry.addProperty("tasks", placed.tasks());
    entry.addProperty("preferred", placed.preferred());
    entry.addProperty("refused", placed.rejected());
    entry.addProperty("beyondTokens", placed.beyondTokens());
    entry.addProperty("meanStaleMs", placed.meanStaleNs() / NS_PER_MS);
    return entry;
  }

  private static void addReasons(JsonObject object, JobReport report) {
    if (!report.reasons().isEmpty()) {
      var reasons = new JsonArray();
      report.reasons().forEach(reasons::add);
      object.add("reasons", reasons);
    }
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
