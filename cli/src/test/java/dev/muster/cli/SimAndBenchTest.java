package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.muster.cli.sim.SwarmReport;
import dev.muster.sim.swarm.Coverage;
import dev.muster.sim.swarm.Swarm;
import dev.muster.sim.swarm.SwarmOutcome.SeedBroken;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimAndBenchTest {

  private static final String[] SMALL = {
    "sim", "run", "sampled/steady", "--set", "nodes=20,jobs=50,seed=7", "-o", "json"
  };

  @Test
  void listNamesTheExperiments() {
    assertThat(Typed.command("sim", "list", "--params").out())
        .contains("sampled/steady: ")
        .containsPattern("load=0.8 +offered load");
    var list = JsonParser.parseString(Typed.command("sim", "list", "-o", "json").out());
    var first = list.getAsJsonArray().get(0).getAsJsonObject();
    assertThat(first.keySet()).containsExactly("name", "about", "parameters");
  }

  @Test
  void anExperimentRunsTheSameTwice() {
    var json = Typed.command(SMALL).json();
    assertThat(json.keySet())
        .containsExactly(
            "experiment",
            "seed",
            "claims",
            "series",
            "traceHash",
            "simulatedSeconds",
            "wallSeconds",
            "events");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sampled/steady  | nodes=20,jobs=50",
        "sparrow/scale   | nodes=20,jobs=10,schedulers=1:2,tasks=5",
        "omega/shared    | machines=50,prefill=50,serviceGapSeconds=10,horizonSeconds=100,serviceJobSeconds=1:2",
        "omega/mapreduce | machines=100,scale=20,jobs=10,pipelines=5,background=0.2",
        "parsync/phases  | phaseSeconds=2,tau=2,scale=0.002",
        "parsync/slots   | rate=40000,gap=0.5,variance=2,partitions=1,a=2,step=50000,seconds=5,scale=0.002",
        "apollo/matching | tasks=10:100,draws=2,batch=10:100,batches=2,racks=5",
      })
  void theSameSeedGivesTheSameJsonButForTheTimeItTook(String name, String small) {
    String[] command = {"sim", "run", name, "--set", small, "-o", "json"};
    var first = Typed.command(command).json();
    var second = Typed.command(command).json();

    assertThat(first.remove("wallSeconds").getAsDouble()).isPositive();
    assertThat(second.remove("wallSeconds").getAsDouble()).isPositive();
    assertThat(second).isEqualTo(first);
  }

  @Test
  void whatARunCostIsForPeopleAlone() {
    var typed = Typed.command("sim", "run", "sampled/steady", "--set", "nodes=20,jobs=50");
    assertThat(typed.out())
        .containsPattern("[\\d,]+ bytes allocated per task, [\\d,]+ tasks simulated per second");
    assertThat(Typed.command(SMALL).out()).doesNotContain("allocated", "per second");
  }

  @Test
  void whatTheSettingsLeaveOutIsSaid() {
    var none = "machines=50,prefill=50,batchGapSeconds=1e6,serviceGapSeconds=1e6,horizonSeconds=1";
    assertThat(Typed.command("sim", "run", "omega/shared", "--set", none).out())
        .contains("note: no batch job came before horizonSeconds=1: ");
    var json = Typed.command("sim", "run", "omega/shared", "--set", none, "-o", "json").json();
    assertThat(json.getAsJsonArray("notes")).hasSize(2);
  }

  @Test
  void anAnswerWithoutLinesStaysOneAnswerWhereAFigureIsAskedFor(@TempDir Path directory) {
    var none = "machines=50,prefill=50,batchGapSeconds=1e6,serviceGapSeconds=1e6,horizonSeconds=1";
    var file = directory.resolve("figure.svg");
    var typed =
        Typed.command(
            "sim", "run", "omega/shared", "--set", none, "--plot", file.toString(), "-o", "json");
    assertThat(typed.json().getAsJsonArray("series")).isEmpty();
    assertThat(typed.err()).contains("--plot: there is nothing to draw");
    assertThat(typed.code()).isEqualTo(1);
    assertThat(file).doesNotExist();
  }

  @Test
  void numbersOfGroupsAreATable(@TempDir Path directory) throws Exception {
    var jobs = "names\nBatch,0,2,10,1,2\nBatch,0,2,10,1,2\nService,0,2,10,1,2\n";
    var file = Files.writeString(directory.resolve("jobs.csv"), jobs);
    var results = "arch,conflict,txn,batch_jobs,service_jobs\nomega,resource-fit,incremental,4,1\n";
    var reference = Files.writeString(directory.resolve("results.csv"), results);
    var small = "machines=10,prefill=0,horizonSeconds=100,jobs=" + file + ",reference=" + reference;
    String[] command = {"sim", "run", "omega/reference", "--set", small};

    assertThat(Typed.command(command).out())
        .containsPattern(
            " +batch +batchReference +batchDifference +service +serviceReference +serviceDifference")
        .containsPattern("jobs +2 +4 +-50.0% +1 +1 +[+]0.0%")
        .containsPattern("unscheduled +0 +- +- +0 +- +-")
        .contains("note: " + reference + " says nothing about ");
    var json = List.of(command[0], command[1], command[2], command[3], command[4], "-o", "json");
    assertThat(Typed.command(json.toArray(String[]::new)).out())
        .contains("\"batch\":{\"jobs\":2,\"waitMean\":");
  }

  @Test
  void anExperimentAsText() {
    var typed = Typed.command("sim", "run", "sampled/steady", "--set", "nodes=20,jobs=50");
    assertThat(typed.code()).isZero();
    assertThat(typed.out())
        .contains("sampled/steady, seed 1", "job response time in ms: 1: ", "trace hash ");
  }

  @Test
  void pointsHaveTheirPlaceAndTheirSpread() {
    var series = Typed.command(SMALL).json().getAsJsonArray("series").get(0).getAsJsonObject();
    assertThat(series.keySet()).containsExactly("name", "unit", "points");
    var point = series.getAsJsonArray("points").get(0).getAsJsonObject();
    assertThat(point.keySet()).containsExactly("x", "median", "p5", "p95");
  }

  @Test
  void claimsAreShownWithTheirVerdict() {
    var small = "nodes=40,tasks=4,jobs=50,load=0.6:0.95,d=2";
    var typed = Typed.command("sim", "run", "sparrow/figure5", "--set", small);
    assertThat(typed.out())
        .contains("omniscient in ms: 0.6: ", "messages per task, d=2 in messages: ")
        .containsPattern("S2: paper 4 %, here [\\d.-]+: (not )?reproduced");
    var json = Typed.command("sim", "run", "sparrow/figure5", "--set", small, "-o", "json").json();
    assertThat(json.getAsJsonArray("claims").get(0).getAsJsonObject().keySet())
        .containsExactly("id", "paper", "measured", "unit", "reproduced", "note");
  }

  @Test
  void aClaimIsARowOfOneTable() {
    assertThat(Typed.command("sim", "claims", "--id", "S9").out())
        .containsPattern("id +paper +here +rule +verdict +seed +time +what")
        .containsPattern("S9 +8 ms +- +below 8 on a real cell +not measured")
        .contains("S9: ", "bench sampled");
    var typed = Typed.command("sim", "claims", "--paper", "sparrow", "--id", "S9", "-o", "json");
    var rows = JsonParser.parseString(typed.out()).getAsJsonArray();
    assertThat(rows).hasSize(1);
    var row = rows.get(0).getAsJsonObject();
    assertThat(row.keySet())
        .containsExactly(
            "id", "paper", "measured", "unit", "rule", "reproduced", "note", "seed", "wallSeconds");
    assertThat(row.get("measured").isJsonNull()).isTrue();
    assertThat(row.get("reproduced").isJsonNull()).isTrue();
    assertThat(typed.code()).isZero();
  }

  @Test
  void noJobCanAskForTheOmniscient() {
    var job = "{name: a, command: 'true', policy: omniscient}".getBytes(StandardCharsets.UTF_8);
    var typed = Typed.commandWithInput(job, "run", "-");
    assertThat(typed.err()).contains("policy: unknown policy `omniscient`");
    assertThat(typed.code()).isEqualTo(1);
  }

  @Test
  void settingsMayBeRepeated() {
    var typed =
        Typed.command(
            "sim", "run", "sampled/steady", "--set", "nodes=20", "--set", "jobs=50,seed=7");
    assertThat(typed.out()).startsWith("sampled/steady, seed 7");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "sim run sampled/steady --set laod=0.5 -o json | unknown parameter `laod`; did you mean `load`?",
        "sim run sampled/stedy -o json | unknown experiment `sampled/stedy`; did you mean `sampled/steady`?",
        "sim run omega/reference --set jobs=missing.csv -o json | missing.csv",
        "sim run sampled/steady --set nodes=20,jobs=10 --set nodes=30 -o json | nodes is set twice: keep one of them",
        "sim run sampled/steady --plot a.png -o json | --plot must be a file whose name ends in .svg",
        "sim run omega/reference --plot a.svg -o json | --plot: omega/reference has a table and no figure",
        "sim run sampled/steady --plto a.svg -o json | unknown option `--plto`; did you mean `--plot`?",
        "sim claims --id S2,S10 -o json | --id: unknown claim `S10`; there are S1, S2, S3,",
        "sim claims --paper borg -o json | --paper: unknown paper `borg`; there are sparrow, omega, parsync, apollo, mercury",
        "sim claims --paper omega --id S2 -o json | --id: S2 is no claim of --paper omega",
        "sim run -o json | Missing required parameter: 'EXPERIMENT'",
        "run --schedulers 0 -o json a | '--schedulers': must be from 1 to 64, not `0`",
        "run --schedulers 0 a -ojson | '--schedulers': must be from 1 to 64, not `0`",
        "run --nodes 0 --output=json a | '--nodes': must be from 1 to 64, not `0`",
        "run --attribute disk -o JSON a | '--attribute': must be NAME=VALUE",
        "bench sim --nodes 0 -o json | must be at least 1",
      })
  void whatCannotRunIsAnErrorInJsonToo(String command, String error) {
    var typed = Typed.command(command.split(" "));
    assertThat(typed.code()).isEqualTo(1);
    assertThat(typed.json().keySet()).containsExactly("error", "problems");
    assertThat(typed.json().get("error").getAsString()).contains(error);
    assertThat(typed.err()).isEmpty();
  }

  @Test
  void aFigureIsDrawn(@TempDir Path directory) throws Exception {
    var file = directory.resolve("figure.svg");
    var small = "nodes=40,tasks=4,jobs=50,load=0.6:0.95,d=2";
    var typed =
        Typed.command("sim", "run", "sparrow/figure5", "--set", small, "--plot", file.toString());

    assertThat(typed.code()).as(typed.err()).isZero();
    assertThat(Drawn.texts(file))
        .contains("sparrow/figure5", "load", "ms", "omniscient", "d=2", "messages per task, d=2");
  }

  @Test
  void seedsThatKeepTheirPromises() {
    var typed = Typed.command("sim", "swarm", "--first", "3", "--seeds", "2");
    assertThat(typed.out()).matches("2 seeds kept all promises over [\\d,]+ events\n");
    assertThat(typed.code()).isZero();
    var json = Typed.command("sim", "swarm", "--seeds", "1", "-o", "json").json();
    assertThat(json.keySet()).containsExactly("seeds", "events", "failures");
  }

  @Test
  void whatSeedsReachedIsCounted() {
    var typed = Typed.command("sim", "swarm", "--seeds", "2", "--coverage");
    assertThat(typed.out()).containsPattern("delivered +NodeEvent.RunExited +[1-9]");
    assertThat(typed.out()).containsPattern("cannot occur: sent NodeEvent.RunExited: .");
    assertThat(typed.out()).containsPattern("\\d+ of \\d+ occurred");
    var json =
        Typed.command("sim", "swarm", "--seeds", "1", "--coverage", "-o", "json")
            .json()
            .getAsJsonArray("coverage");
    assertThat(json.get(0).getAsJsonObject().keySet()).contains("kind", "name", "count");
  }

  @Test
  void seedsThatDoNotAreCounted() {
    var failure = new SeedBroken(9, 1_000, 5, "broken");
    assertThat(
            SwarmReport.text(new Swarm.Summary(200, 1_000_000, List.of(failure), new Coverage())))
        .isEqualTo("1 of 200 seeds broke a promise over 1,000,000 events");
  }

  @Test
  void benchmarksGiveTheirNumbers() {
    var sim = Typed.command("bench", "sim", "--nodes", "10", "--events", "1000", "-o", "json");
    assertThat(sim.json().keySet()).contains("eventsPerSecond", "bytesPerEvent", "nodes");
    var node = Typed.command("bench", "node", "--tasks", "1000", "--queued", "10", "-o", "json");
    assertThat(node.json().keySet()).contains("operationsPerSecond", "matrixMicros");
    var codec = Typed.command("bench", "codec", "--repeats", "100", "-o", "json");
    assertThat(codec.json().getAsJsonArray("messages")).hasSize(5);
    var monitor =
        Typed.command("bench", "monitor", "--nodes", "100", "--seconds", "2", "-o", "json").json();
    assertThat(monitor.getAsJsonArray("costs")).hasSize(2);
    var launch =
        Typed.command("bench", "launch", "--tasks", "5", "--rounds", "1", "-o", "json").json();
    assertThat(launch.keySet())
        .contains("tasksPerSecond", "rawPerSecond", "ratio", "spawnPerSecond", "spawnRatio");
    var functions =
        Typed.command("bench", "functions", "--calls", "10", "--outstanding", "3", "-o", "json");
    assertThat(functions.json().keySet())
        .contains("medianUs", "p99Us", "callsPerSecond", "keptPerSecond", "tasksPerSecond");
  }

  @Test
  void slotsAreMeasuredInACellThatTheirSchedulersShare() {
    String[] small = {"bench", "slots", "--slots", "400", "--schedulers", "2", "--seconds", "10"};
    assertThat(Typed.command(small).out()).contains("partitioned, 400 slots, 2 schedulers: ");
    var words = new ArrayList<>(List.of(small));
    words.addAll(List.of("--policy", "shared", "--kinds", "-o", "json"));
    var json = Typed.command(words.toArray(String[]::new)).json();
    assertThat(json.get("policy").getAsString()).isEqualTo("shared");
    assertThat(json.get("tasks").getAsLong()).isPositive();
    assertThat(json.getAsJsonObject("kinds").keySet())
        .contains("node PlaceTask", "master CommitTransaction");
  }

  @Test
  void commitsAreMeasuredForEachNumberOfSchedulersAndEachSize() {
    String[] small = {
      "bench",
      "commit",
      "--machines",
      "100",
      "--schedulers",
      "1,2",
      "--full",
      "0.5,0.9",
      "--sizes",
      "100,10",
      "--batch",
      "10",
      "--seconds",
      "0.01"
    };
    var text = Typed.command(small);
    assertThat(text.out())
        .contains("2 schedulers, 90% full: ", "100 machines: ", "not every aim is measured: ")
        .containsPattern("cost grows [\\d.]+ times from 10 to 100 machines")
        .containsPattern("most at 50% full: [\\d,]+ tasks/s with \\d schedulers?")
        .containsPattern(
            "tasks/s committed \\([\\d,]+ to [\\d,]+\\), \\d+ ns of cpu each, [\\d.]+% in conflict");
    var words = new ArrayList<>(List.of(small));
    words.addAll(List.of("-o", "json"));
    var json = Typed.command(words.toArray(String[]::new)).json();
    assertThat(json.getAsJsonArray("throughput")).hasSize(4);
    assertThat(json.getAsJsonArray("cost")).hasSize(2);
    assertThat(json.getAsJsonArray("best")).hasSize(2);
    assertThat(json.getAsJsonArray("aims")).as("aims are about larger cells").isEmpty();
    var first = json.getAsJsonArray("throughput").get(0).getAsJsonObject();
    assertThat(first.get("tasksPerSecond").getAsDouble()).isPositive();
    assertThat(first.get("conflicts").getAsDouble()).as("one scheduler alone").isZero();
  }

  @Test
  void schedulersThatCannotShareACellEquallyFillWhatTheyCan() {
    var typed =
        Typed.command(
            "bench",
            "commit",
            "--machines",
            "100",
            "--schedulers",
            "6",
            "--full",
            "1",
            "--sizes",
            "10",
            "--seconds",
            "0.01",
            "-o",
            "json");
    assertThat(typed.code()).as(typed.err()).isZero();
    assertThat(typed.json().getAsJsonArray("throughput")).hasSize(1);
  }

  @Test
  void samplingIsMeasuredOnNodesInProcessesOfTheirOwn() {
    var typed =
        Typed.command(
            "bench",
            "sampled",
            "--nodes",
            "1",
            "--rate",
            "5",
            "--seconds",
            "1",
            "--task-ms",
            "0",
            "-o",
            "json");
    assertThat(typed.code()).as(typed.err()).isZero();
    var length = typed.json().getAsJsonArray("lengths").get(0).getAsJsonObject();
    assertThat(length.get("tasksMeasured").getAsInt()).isEqualTo(50);
    assertThat(length.get("medianMs").getAsDouble()).isPositive();
    assertThat(length.get("messagesPerTask").getAsDouble()).isGreaterThan(3);
  }
}
