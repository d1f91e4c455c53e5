package dev.muster.workload.workflow;

import static dev.muster.model.text.Quantity.formatBytes;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.muster.model.Resources;
import dev.muster.workload.workflow.WorkflowBuilder.NamedTask;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * Reads workflows in WfFormat, the JSON of WfCommons. Compressed if the name ends in {@code .gz}.
 *
 * <pre>
 *   1.5   workflow.specification.tasks   id, parents, children, inputFiles, outputFiles
 *         workflow.specification.files   id, sizeInBytes
 *         workflow.execution.tasks       id, runtimeInSeconds, coreCount, memoryInBytes
 *   1.4   workflow.tasks                 all of a task, with its files: link, name, sizeInBytes
 * </pre>
 *
 * Older documents have other units under other names, and are rejected for the field that they
 * lack.
 */
public final class WfFormat {

  private static final Pattern PLACE = Pattern.compile("line (\\d+) column (\\d+)");

  /** Of the text, which is held in memory whole. */
  static final int MAX_BYTES = 1 << 28;

  /** What a task is given where the document does not say: as in job files. */
  public static final long UNKNOWN_MEMORY_BYTES = 256L << 20;

  private static final long MAX_SECONDS = 100_000_000;
  private static final long MAX_FILE_BYTES = 1L << 46;
  private static final long MAX_CORES = 10_000;
  private static final double NS_PER_S = 1e9;
  private static final double MILLIS_PER_CORE = 1e3;

  private final WorkflowBuilder workflow = new WorkflowBuilder();

  private WfFormat() {}

  public static Workflow read(Path file) throws UnreadableWorkflow {
    try (var in = Files.newInputStream(file);
        var plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in) {
      return parse(text(plain));
    } catch (NoSuchFileException e) {
      throw new UnreadableWorkflow(file + " does not exist");
    } catch (IOException e) {
      throw new UnreadableWorkflow(file + " can't be read: " + e.getMessage());
    } catch (UnreadableWorkflow e) {
      throw e.in(file.toString());
    }
  }

  private static String text(InputStream in) throws IOException, UnreadableWorkflow {
    byte[] bytes = in.readNBytes(MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) {
      throw new UnreadableWorkflow("the document is larger than " + formatBytes(MAX_BYTES));
    }
    return new String(bytes, UTF_8);
  }

  static Workflow parse(String text) throws UnreadableWorkflow {
    try {
      return new WfFormat().workflow(new JsonField("", JsonParser.parseString(text)));
    } catch (JsonParseException e) {
      throw new UnreadableWorkflow("the document is not JSON" + place(e));
    }
  }

  /** Where the document ceases to be JSON; empty where the parser does not say so. */
  private static String place(JsonParseException problem) {
    var found = PLACE.matcher(String.valueOf(problem.getMessage()));
    return found.find() ? ": line " + found.group(1) + ", column " + found.group(2) : "";
  }

  private Workflow workflow(JsonField document) throws UnreadableWorkflow {
    var name = document.at("name").text();
    var root = document.at("workflow");
    if (root.has("tasks")) {
      readWhole(root.at("tasks"));
    } else {
      readApart(root.at("specification"), root.at("execution").at("tasks"));
    }
    return workflow.build(name, root);
  }

  /** Since 1.5: what the workflow is, and how it was run. */
  private void readApart(JsonField specification, JsonField executed) throws UnreadableWorkflow {
    Map<String, JsonField> runs = new LinkedHashMap<>();
    for (var run : executed.list()) {
      runs.put(run.at("id").text(), run);
    }
    for (var file : specification.listOrNone("files")) {
      workflow.add(file.at("id"), fileBytes(file));
    }
    for (var task : specification.at("tasks").list()) {
      var id = task.at("id");
      var run = runs.get(id.text());
      if (run == null) {
        throw id.problem("is in no task of %s: `%s`".formatted(executed.path(), id.text()));
      }
      add(id, task, run, task.listOrNone("inputFiles"), task.listOrNone("outputFiles"));
    }
  }

  /** Until 1.4: a task has its files, and others name the task by its name. */
  private void readWhole(JsonField tasks) throws UnreadableWorkflow {
    for (var task : tasks.list()) {
      List<JsonField> inputs = new ArrayList<>();
      List<JsonField> outputs = new ArrayList<>();
      for (var file : task.listOrNone("files")) {
        var link = file.at("link");
        switch (link.text()) {
          case "input" -> inputs.add(file.at("name"));
          case "output" -> outputs.add(file.at("name"));
          default -> throw link.problem("must be input or output, not `" + link.text() + "`");
        }
        if (!workflow.hasFile(file.at("name").text())) {
          workflow.add(file.at("name"), fileBytes(file));
        }
      }
      add(task.at("name"), task, task, inputs, outputs);
    }
  }

  private void add(
      JsonField id, JsonField task, JsonField run, List<JsonField> inputs, List<JsonField> outputs)
      throws UnreadableWorkflow {
    double cores = run.numberOr(run.has("cores") ? "cores" : "coreCount", MAX_CORES, 1);
    double memory = run.numberOr("memoryInBytes", MAX_FILE_BYTES, UNKNOWN_MEMORY_BYTES);
    workflow.add(
        new NamedTask(
            id,
            Math.round(run.at("runtimeInSeconds").number(MAX_SECONDS) * NS_PER_S),
            new Resources(
                Math.round((cores == 0 ? 1 : cores) * MILLIS_PER_CORE),
                Math.round(memory == 0 ? UNKNOWN_MEMORY_BYTES : memory)),
            task.listOrNone("parents"),
            task.listOrNone("children"),
            inputs,
            outputs));
  }

  private static long fileBytes(JsonField file) throws UnreadableWorkflow {
    return Math.round(file.at("sizeInBytes").number(MAX_FILE_BYTES));
  }
}
