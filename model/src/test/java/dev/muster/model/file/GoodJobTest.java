package dev.muster.model.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.ExternalInput;
import dev.muster.model.Gang;
import dev.muster.model.JobSpec;
import dev.muster.model.Program;
import dev.muster.model.Require;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.StageSpec.TaskLimits;
import dev.muster.model.TaskFiles;
import dev.muster.model.WeakestTier;
import dev.muster.model.Where;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are right, and the job that each of them means. */
class GoodJobTest {

  private static final Resources DEFAULT = new Resources(1000, 256L << 20);

  @Test
  void theShortestJob() {
    var job = Expect.job("{name: hello, command: echo hello}");
    assertThat(job.queue()).isEqualTo("root");
    assertThat(job.priority()).isZero();
    assertThat(job.user()).isEmpty();
    assertThat(job.policy()).isEqualTo("auto");
    assertThat(job.tokens()).isEqualTo(JobSpec.NO_CAP);
    assertThat(job.home()).isEqualTo("/jobs");
    assertThat(job.stages())
        .containsExactly(StageSpec.of("hello", 1, DEFAULT, List.of("sh", "-c", "echo hello")));
  }

  @Test
  void everyField() {
    var job =
        Expect.job(
            """
            name: Word-count_2.0
            queue: root.research.text
            priority: 7
            policy: sampled
            tokens: 8
            stages:
              - name: count
                tasks: 16
                command: [sh, -c, "wc -w < part"]
                env: {LANG: C, LEVEL: 07, EMPTY: }
                resources: {cpu: 0.5, memory: 64Mi}
                estimate: 2s
                timeout: 1h30m
                retries: 3
                files: [parts/, words.txt]
              - name: sum
                after: count
                command: ["./sum"]
                directory: /data
              - name: mail
                after: [sum, count]
                items: [ann, bob]
                command: mail
            """);
    assertThat(job.name()).isEqualTo("Word-count_2.0");
    assertThat(job.queue()).isEqualTo("root.research.text");
    assertThat(job.priority()).isEqualTo(7);
    assertThat(job.policy()).isEqualTo("sampled");
    assertThat(job.tokens()).isEqualTo(8);
    assertThat(job.stages())
        .containsExactly(
            new StageSpec(
                "count",
                16,
                List.of(),
                new Program(
                    List.of("sh", "-c", "wc -w < part"),
                    "",
                    Map.of("LANG", "C", "LEVEL", "07", "EMPTY", ""),
                    ""),
                TaskFiles.of(List.of("parts/", "words.txt")),
                new Resources(500, 64L << 20),
                new TaskLimits(2_000_000_000L, 5_400_000_000_000L, 3, 0),
                List.of(),
                Where.ANYWHERE,
                Gang.NO,
                List.of(),
                WeakestTier.ANY),
            StageSpec.of("sum", 1, DEFAULT, List.of())
                .with(new Program(List.of("./sum"), "", Map.of(), "/data"))
                .withAfter("count"),
            StageSpec.of("mail", 2, DEFAULT, List.of("sh", "-c", "mail"))
                .withItems(List.of("ann", "bob"))
                .withAfter("sum", "count"));
  }

  @Test
  void itemsReachTheTaskAsTheyAreWritten() {
    var job =
        Expect.job(
            """
            name: items
            command: echo $MUSTER_ITEM
            items: [on, 01, 0x1F, 1e3, 1.50, ~, null, "", 'a b', "tab\\there", yes, 2026-01-01, 1_000]
            """);
    assertThat(job.stages().getFirst().items())
        .containsExactly(
            "on",
            "01",
            "0x1F",
            "1e3",
            "1.50",
            "~",
            "null",
            "",
            "a b",
            "tab\there",
            "yes",
            "2026-01-01",
            "1_000");
    assertThat(job.stages().getFirst().tasks()).isEqualTo(13);
  }

  @Test
  void onlyOneOfTheResourcesMayBeGiven() {
    var cpu = Expect.job(Expect.stageWith("resources: {cpu: 2500m}"));
    assertThat(cpu.stages().getFirst().resources()).isEqualTo(new Resources(2500, 256L << 20));
    var gpu = Expect.job(Expect.stageWith("resources: {gpu: 2, scratch-disk: 1}"));
    assertThat(gpu.stages().getFirst().resources())
        .isEqualTo(new Resources(1000, 256L << 20).with("gpu", 2).with("scratch-disk", 1));
    var memory = Expect.job(Expect.stageWith("resources: {memory: 1000}"));
    assertThat(memory.stages().getFirst().resources()).isEqualTo(new Resources(1000, 1000));
  }

  @Test
  void inputsFromOutsideTheJobHaveASizeAndPlaces() {
    var job =
        Expect.job(
            """
            name: scan
            tasks: 3
            command: ./scan
            inputs: [{bytes: 5Gi, on: [node-3, node-7]}, {bytes: 100, task: 2}]
            """);
    assertThat(job.stages().getFirst().inputs())
        .containsExactly(ExternalInput.of(5L << 30, 3, 7), new ExternalInput(100, List.of(), 2));
  }

  @Test
  void aTaskMayGetMoreMemoryThanItAsksForWhereItsJobSaysSo() {
    var stage =
        Expect.job(Expect.stageWith("resources: {memory: 1Gi, memory-max: 4Gi}"))
            .stages()
            .getFirst();
    assertThat(stage.resources()).isEqualTo(new Resources(1000, 1L << 30));
    assertThat(stage.limits().maxMemoryBytes()).isEqualTo(4L << 30);
  }

  @ParameterizedTest
  @ValueSource(strings = {"com.example.Fn", "Fn", "com.example.Outer$Inner", "größe.Zähler"})
  void aFunctionInPlaceOfACommand(String name) {
    var stage = Expect.job("{name: a, java: " + name + ", files: [fn.jar]}").stages().getFirst();
    assertThat(stage.program().function()).isEqualTo(name);
    assertThat(stage.program().command()).isEmpty();
  }

  @Test
  void anOnlyStageNeedsNoName() {
    var job = Expect.job("{name: one, stages: [{command: run}]}");
    assertThat(job.stages().getFirst().name()).isEqualTo("one");
    assertThat(Expect.job("{name: one, stages: [{name: x, command: run}]}").stages().getFirst())
        .extracting(StageSpec::name)
        .isEqualTo("x");
  }

  @Test
  void aliasesStandForWhatIsAnchored() {
    var job =
        Expect.job(
            """
            name: alias
            stages:
              - {name: a, command: &run [run, fast], resources: &small {cpu: 0.1}}
              - {name: b, command: *run, resources: *small, after: a}
            """);
    assertThat(job.stages().get(1).program().command()).containsExactly("run", "fast");
    assertThat(job.stages().get(1).resources().cpuMillis()).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\uFEFFname: a\ncommand: b",
        "# comment\r\nname: a\r\ncommand: b\r\n",
        "---\nname: a\ncommand: b\n...\n",
        "%YAML 1.2\n---\nname: a\ncommand: b\n",
        "{\"name\": \"a\", \"command\": [\"b\"], \"tasks\": 3}",
        "name: a\ncommand: |\n  set -e\n  b\n",
        "name: a\ncommand: b\nafter: []\nfiles: []\nenv: {}\nresources: {}\n",
      })
  void waysToWriteIt(String text) {
    assertThat(Expect.job(text).name()).isEqualTo("a");
  }

  @Test
  void tasksMaySayWhereTheyRun() {
    var job =
        Expect.job(
            """
            name: near
            require: {disk: ssd, zone: [a, b]}
            stages:
              - name: read
                tasks: 3
                command: run
                prefer: [[node-1, node-2], [], [node-30]]
                patience: 500ms
              - {name: write, command: run, require: {zone: [b, c], rack: "7"}}
            """);
    var all = Require.of("disk", "ssd");
    assertThat(job.stages())
        .extracting(StageSpec::where)
        .containsExactly(
            new Where(
                all.and(Require.of("zone", "a", "b")),
                List.of(List.of(1, 2), List.of(), List.of(30)),
                500_000_000),
            new Where(
                all.and(Require.of("zone", "b")).and(Require.of("rack", "7")),
                List.of(),
                Where.FIRM));
  }

  @Test
  void anOnlyStageRequiresWhatItsJobDoes() {
    assertThat(Expect.job(Expect.stageWith("require: {node: node-2}")).stages().getFirst().where())
        .isEqualTo(Where.ANYWHERE.withRequire(Require.of("node", "node-2")));
  }
}
