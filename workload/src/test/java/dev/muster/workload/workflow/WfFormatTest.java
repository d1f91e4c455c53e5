package dev.muster.workload.workflow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.model.Resources;
import dev.muster.workload.workflow.Workflow.DataFile;
import dev.muster.workload.workflow.Workflow.WorkflowTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WfFormatTest {

  /** The collection of WfCommons is not a part of the project. */
  private static final Path TRACES =
      Path.of(System.getenv().getOrDefault("MUSTER_TRACES", "../../shared/traces"), "wfinstances");

  private static final String SMALL = resource("small.json");

  private static final long S = 1_000_000_000;

  @TempDir Path directory;

  static String resource(String name) {
    try (var in = WfFormatTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void tasksComeAfterWhatTheyWaitFor() throws UnreadableWorkflow {
    var workflow = WfFormat.parse(SMALL);
    assertThat(workflow.name()).isEqualTo("small");
    assertThat(workflow.tasks()).extracting(WorkflowTask::id).containsExactly("a", "b", "c", "d");
    assertThat(workflow.tasks())
        .extracting(WorkflowTask::parents)
        .containsExactly(List.of(), List.of(0), List.of(0), List.of(1, 2));
    assertThat(workflow.tasks())
        .extracting(WorkflowTask::runNs)
        .containsExactly(2 * S, 3 * S, 1_500_000_000L, S);
  }

  @Test
  void resourcesAndFiles() throws UnreadableWorkflow {
    var workflow = WfFormat.parse(SMALL);
    assertThat(workflow.tasks().get(1).resources()).isEqualTo(new Resources(2_000, 1_000_000));
    assertThat(workflow.tasks().get(0).resources())
        .isEqualTo(new Resources(1_000, WfFormat.UNKNOWN_MEMORY_BYTES));
    assertThat(workflow.tasks().get(2).resources())
        .as("a recorded 0 is no measurement")
        .isEqualTo(new Resources(1_000, WfFormat.UNKNOWN_MEMORY_BYTES));
    assertThat(workflow.files())
        .containsExactly(
            new DataFile("in", 100, Workflow.OUTSIDE),
            new DataFile("ab", 1_000, 0),
            new DataFile("ac", 2_000, 0),
            new DataFile("bd", 30, 1),
            new DataFile("cd", 40, 2));
    assertThat(workflow.tasks().get(3).inputs()).containsExactly(3, 4);
    assertThat(workflow.outputBytes(0)).isEqualTo(3_000);
  }

  @Test
  void bounds() throws UnreadableWorkflow {
    var workflow = WfFormat.parse(SMALL);
    assertThat(workflow.criticalPathNs()).isEqualTo(6 * S);
    assertThat(workflow.coreNs()).isEqualTo(10.5 * S);
  }

  @Test
  void aTaskWaitsForWhoeverMakesItsFilesAndForWhoeverNamesItAsAChild() throws UnreadableWorkflow {
    var alone = SMALL.replace("\"parents\": [\"a\"]", "\"parents\": []");
    var byFile = alone.replace("\"children\": [\"b\", \"c\"]", "\"children\": []");
    assertThat(WfFormat.parse(byFile)).isEqualTo(WfFormat.parse(SMALL));
    var byChild = alone.replace("\"inputFiles\": [\"ab\"]", "\"inputFiles\": []");
    assertThat(WfFormat.parse(byChild).tasks().get(1).parents()).containsExactly(0);
  }

  /** Until 1.4 a task has all, and names are what tasks are known by. */
  @Test
  void tasksThatHaveTheirFiles() throws UnreadableWorkflow {
    var workflow =
        WfFormat.parse(
            """
            {"name": "old", "schemaVersion": "1.4", "workflow": {"tasks": [
              {"name": "y", "parents": ["x"], "children": [], "runtimeInSeconds": 2, "cores": 4,
               "memoryInBytes": 9, "files": [{"link": "input", "name": "f", "sizeInBytes": 5}]},
              {"name": "x", "parents": [], "children": ["y"], "runtimeInSeconds": 1,
               "files": [{"link": "output", "name": "f", "sizeInBytes": 5}]}
            ]}}
            """);
    assertThat(workflow.tasks()).extracting(WorkflowTask::id).containsExactly("x", "y");
    assertThat(workflow.tasks().get(1).resources()).isEqualTo(new Resources(4_000, 9));
    assertThat(workflow.files()).containsExactly(new DataFile("f", 5, 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "\"name\": \"small\",            |   | name is missing",
        "\"runtimeInSeconds\": 3         | \"runtimeInSeconds\": -3 | workflow.execution.tasks[1].runtimeInSeconds must be a number from 0 to 100,000,000, not -3",
        "\"runtimeInSeconds\": 3         | \"runtimeInSeconds\": \"3\" | workflow.execution.tasks[1].runtimeInSeconds must be a number from 0 to 100,000,000, not \"3\"",
        "\"runtimeInSeconds\": 3         | \"runtime\": 3 | workflow.execution.tasks[1].runtimeInSeconds is missing",
        "\"coreCount\": 2                | \"coreCount\": [] | workflow.execution.tasks[1].coreCount must be a number from 0 to 10,000, not []",
        "\"sizeInBytes\": 100            | \"sizeInBytes\": null | workflow.specification.files[0].sizeInBytes must be a number from 0 to 70,368,744,177,664, not null",
        "\"id\": \"in\",                 |   | workflow.specification.files[0].id is missing",
        "\"inputFiles\": [\"ab\"]        | \"inputFiles\": [\"zz\"] | workflow.specification.tasks[1].inputFiles[0] names a file that there is not: `zz`",
        "\"inputFiles\": [\"ab\"]        | \"inputFiles\": \"ab\" | workflow.specification.tasks[1].inputFiles must be a list, not \"ab\"",
        "\"inputFiles\": [\"ab\"]        | \"inputFiles\": [7] | workflow.specification.tasks[1].inputFiles[0] must be a text, not 7",
        "\"parents\": [\"a\"]            | \"parents\": [\"zz\"] | workflow.specification.tasks[1].parents[0] names a task that there is not: `zz`",
        "\"outputFiles\": [\"cd\"]       | \"outputFiles\": [\"bd\"] | workflow.specification.tasks[2].outputFiles[0] names a file that `b` makes, too: `bd`",
        "\"parents\": [\"b\", \"c\"]     | \"parents\": [\"b\", \"d\"] | workflow has tasks that wait for each other: `d` is one of them",
        "\"parents\": []                 | \"parents\": [\"b\"] | workflow has tasks that wait for each other: `b` is one of them",
        "\"id\": \"c\", \"runtimeInSeconds\" | \"id\": \"cc\", \"runtimeInSeconds\" | workflow.specification.tasks[2].id is in no task of workflow.execution.tasks: `c`",
        "\"id\": \"c\", \"parents\"      | \"id\": \"a\", \"parents\" | workflow.specification.tasks[3].id names a task twice: `a`",
        "\"id\": \"ac\", \"size          | \"id\": \"ab\", \"size | workflow.specification.files[2].id names a file twice: `ab`",
        "\"workflow\": {                 | \"workflow\": [{ | the document is not JSON: line ",
      })
  void problemsNameTheField(String original, String changed, String problem) {
    assertThat(SMALL).contains(original);
    var text = SMALL.replaceFirst(Pattern.quote(original), changed == null ? "" : changed);
    assertThatThrownBy(() -> WfFormat.parse(text))
        .isInstanceOf(UnreadableWorkflow.class)
        .hasMessageStartingWith(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "^^    | the document must be an object, not null",
        "{]    | the document is not JSON: line 1, column 2",
        "[]    | the document must be an object, not []",
        "{\"name\": \"a\"} | workflow is missing",
        "{\"name\": \"a\", \"workflow\": {}} | workflow.specification is missing",
        "{\"name\": \"a\", \"workflow\": {\"tasks\": []}} | workflow has no tasks",
        "{\"name\": \"a\", \"workflow\": {\"tasks\": [{\"name\": \"t\", \"runtime\": 1}]}} | workflow.tasks[0].runtimeInSeconds is missing",
        "{\"name\": \"a\", \"workflow\": {\"tasks\": [{\"name\": \"t\", \"files\": [{\"link\": \"x\"}]}]}} | workflow.tasks[0].files[0].link must be input or output, not `x`",
      })
  void otherDocuments(String text, String problem) {
    assertThatThrownBy(() -> WfFormat.parse(text)).hasMessage(problem);
  }

  @Test
  void totalsAreBounded() {
    var large = SMALL.replace("\"sizeInBytes\": 30", "\"sizeInBytes\": 70368744177664");
    assertThatThrownBy(() -> WfFormat.parse(large))
        .hasMessage("workflow.specification.files[3].id brings all files above 64 TiB");

    var each = "{\"name\": \"t%d\", \"runtimeInSeconds\": 1e8}";
    var tasks = IntStream.range(0, 11).mapToObj(each::formatted).collect(Collectors.joining(","));
    var endless = "{\"name\": \"a\", \"workflow\": {\"tasks\": [" + tasks + "]}}";
    assertThatThrownBy(() -> WfFormat.parse(endless))
        .hasMessage("workflow.tasks[10].name brings all run times above 1,000,000,000 s");
  }

  @Test
  void filesAreNamed() throws Exception {
    var absent = directory.resolve("absent.json");
    assertThatThrownBy(() -> WfFormat.read(absent)).hasMessage(absent + " does not exist");
    var empty = Files.writeString(directory.resolve("empty.json"), "{}");
    assertThatThrownBy(() -> WfFormat.read(empty)).hasMessage(empty + ": name is missing");
    var plain = Files.writeString(directory.resolve("plain.json.gz"), SMALL);
    assertThatThrownBy(() -> WfFormat.read(plain))
        .hasMessageStartingWith(plain + " can't be read: ");
    var small = directory.resolve("small.json.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(small))) {
      out.write(SMALL.getBytes(UTF_8));
    }
    assertThat(WfFormat.read(small)).isEqualTo(WfFormat.parse(SMALL));
  }

  @Test
  void theWholeCollection() throws Exception {
    assumeTrue(Files.isDirectory(TRACES), "no collection");
    try (Stream<Path> files = Files.list(TRACES)) {
      for (var file : files.filter(each -> each.toString().endsWith(".json.gz")).toList()) {
        var workflow = WfFormat.read(file);
        assertThat(workflow.tasks()).as(file.toString()).isNotEmpty();
        assertThat(workflow.criticalPathNs()).isPositive();
      }
    }
  }
}
