package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

@Timeout(Patient.SECONDS)
class SimReplayTest {

  /** Two tasks of 3 s and 5 s after one of 2 s, whose output of 2 GiB both read. */
  private static final String FORK =
      """
      {"name": "fork", "workflow": {"tasks": [
        {"name": "a", "runtimeInSeconds": 2,
         "files": [{"link": "output", "name": "f", "sizeInBytes": 2147483648}]},
        {"name": "b", "runtimeInSeconds": 3, "parents": ["a"],
         "files": [{"link": "input", "name": "f", "sizeInBytes": 2147483648}]},
        {"name": "c", "runtimeInSeconds": 5, "parents": ["a"],
         "files": [{"link": "input", "name": "f", "sizeInBytes": 2147483648}]}
      ]}}
      """;

  @TempDir(cleanup = CleanupMode.NEVER)
  Path home;

  @TempDir Path directory;

  private String file = "";

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(directory.resolve("fork.json"), FORK).toString();
  }

  @Test
  void oneWorkflowInDetail() {
    var typed = Typed.command("sim", "replay", file, "--nodes", "2", "--policy", "heft,sampled");
    assertThat(typed.out().lines())
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .isEqualTo(
                        "fork: 3 tasks, 1 files; 2 nodes of 1 cpu, 8 GiB, 1 GiB/s between them"),
            second ->
                assertThat(second)
                    .isEqualTo("lower bounds: critical path 7.0 s, work over capacity 5.0 s"),
            names -> assertThat(names).matches("policy +makespan +/ bound +utilisation +moved"),
            heft -> assertThat(heft).matches("heft +7.0 s +1.000 +71.4% +2 GiB"),
            sampled -> assertThat(sampled).startsWith("sampled "));
    assertThat(typed.code()).isZero();
  }

  @Test
  void aTaskIsExplainedByEachPolicy() {
    var typed =
        Typed.command(
            "sim",
            "replay",
            file,
            "--nodes",
            "2",
            "--policy",
            "heft,estimated",
            "--explain",
            "t1-b/0");
    assertThat(typed.out().lines().skip(5))
        .satisfiesExactly(
            gap -> assertThat(gap).isEmpty(),
            soon -> assertThat(soon).startsWith("after 10"),
            waits ->
                assertThat(waits)
                    .isEqualTo("t1-b/0 (estimated): waits for t0-a (0 of 1 tasks done)"),
            ahead -> assertThat(ahead).contains("at most 1 task of its job goes first"),
            gap -> assertThat(gap).isEmpty(),
            later -> assertThat(later).matches("after 2\\.\\d s"),
            sent -> assertThat(sent).startsWith("t1-b/0 (estimated): sent with a token to node-"),
            names -> assertThat(names).contains("start-up", "wait", "I/O", "cpu", "odds", "total"),
            chosen -> assertThat(chosen).startsWith("* node-").contains("3.0 s"),
            other -> assertThat(other).startsWith("  node-"));
    var explained =
        json("--nodes", "2", "--policy", "estimated,heft", "--explain", "t0-a/0")
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("results");
    var first = explained.get(0).getAsJsonObject().getAsJsonArray("explained");
    assertThat(first).as("the task did not wait").hasSize(1);
    assertThat(first.get(0).getAsJsonObject().get("atSeconds").getAsDouble()).isBetween(0.0, 0.1);
    assertThat(explained.get(1).getAsJsonObject().has("explained")).isFalse();
  }

  @Test
  void severalCellsAsATable() {
    var typed = Typed.command("sim", "replay", file, "--nodes", "1,2", "--policy", "heft");
    assertThat(typed.out().lines())
        .satisfiesExactly(
            names -> assertThat(names).matches("makespan / bound +nodes +bound +heft"),
            one -> assertThat(one).matches("fork +1 +10.0 s +1.000"),
            two -> assertThat(two).matches("fork +2 +7.0 s +1.000"),
            mean -> assertThat(mean).matches("mean +1 +1.000"),
            mean -> assertThat(mean).matches("mean +2 +1.000"));
  }

  private JsonArray json(String... more) {
    var all = new ArrayList<>(List.of("sim", "replay", file, "-o", "json"));
    all.addAll(List.of(more));
    var typed = Typed.command(all.toArray(String[]::new));
    return JsonParser.parseString(typed.out()).getAsJsonArray();
  }

  @Test
  void forPrograms() {
    var row = json("--nodes", "2").get(0).getAsJsonObject();
    assertThat(row.keySet())
        .containsExactly(
            "workflow",
            "tasks",
            "files",
            "nodes",
            "seed",
            "criticalPathSeconds",
            "workSeconds",
            "results");
    assertThat(row.get("criticalPathSeconds").getAsDouble()).isEqualTo(7);
    var results = row.getAsJsonArray("results");
    assertThat(results)
        .extracting(result -> result.getAsJsonObject().get("policy").getAsString())
        .containsExactly("estimated", "sampled", "shared", "heft");
    var heft = results.get(3).getAsJsonObject();
    assertThat(heft.keySet())
        .containsExactly("policy", "makespanSeconds", "overBound", "utilisation", "movedBytes");
    assertThat(heft.get("movedBytes").getAsLong()).isEqualTo(2L << 30);
    assertThat(json("--nodes", "2")).isEqualTo(json("--nodes", "2"));
  }

  /** Whether another node is worth the way depends on how far that is. */
  @Test
  void optionsOfTheCell() {
    var heft = json("--policy", "heft", "--nodes", "2", "--bandwidth", "256Mi");
    assertThat(makespan(heft)).as("3 s after 5 s, not after a way of 8 s").isEqualTo(10);
    assertThat(makespan(json("--policy", "heft", "--nodes", "1", "--cores", "2"))).isEqualTo(7);
    var small = Typed.command("sim", "replay", file, "--memory", "64Mi");
    assertThat(small.err())
        .startsWith(
            "muster: task `a` of workflow `fork` needs 1 cpu, 256 MiB, a node has 1 cpu, 64");
    assertThat(small.code()).isEqualTo(1);
  }

  private static double makespan(JsonArray rows) {
    var results = rows.get(0).getAsJsonObject().getAsJsonArray("results");
    return results.get(0).getAsJsonObject().get("makespanSeconds").getAsDouble();
  }

  @Test
  void problemsNameFileAndField() throws IOException {
    Files.writeString(Path.of(file), FORK.replace("\"runtimeInSeconds\": 3", "\"runtime\": 3"));
    assertThat(Typed.command("sim", "replay", file).err())
        .isEqualTo("muster: " + file + ": workflow.tasks[1].runtimeInSeconds is missing\n");
  }

  @Test
  void anEmittedJobRunsForReal() {
    var job = directory.resolve("job.yaml").toString();
    var emitted =
        Typed.command("sim", "replay", file, "--emit", job, "--scale", "1e-4", "-o", "json");
    assertThat(emitted.json().keySet()).containsExactly("job", "tasks", "scale");
    assertThat(emitted.json().get("job").getAsString()).isEqualTo(job);

    var at = "--home=" + home;
    var typed = Typed.command("run", at, "--nodes=2", "--cpu=1", "--memory=1Gi", "-o", "json", job);
    assertThat(typed.json().get("state").getAsString()).as(typed.err()).isEqualTo("succeeded");
    assertThat(typed.json().getAsJsonArray("stages")).hasSize(3);
    assertThat(typed.code()).isZero();
  }
}
