package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.muster.sim.swarm.Swarm;
import dev.muster.sim.swarm.SwarmFailure;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;

class SimAndBenchTest {

  private static final String[] SMALL = {
    "sim", "run", "sampled/steady", "--set", "nodes=20,jobs=50,seed=7", "-o", "json"
  };

  @Test
  void listNamesTheExperiments() {
    assertThat(Typed.command("sim", "list", "--params").out())
        .contains("sampled/steady: ")
        .containsPattern("load=0.8 +work that arrives");
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
    assertThat(Typed.command(SMALL).json().get("traceHash")).isEqualTo(json.get("traceHash"));
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
      value = {
        "sim run sampled/steady --set laod=0.5 -o json | unknown parameter `laod`; did you mean `load`?",
        "sim run sampled/stedy -o json | unknown experiment `sampled/stedy`; did you mean `sampled/steady`?",
        "sim run omega/reference --set jobs=missing.csv -o json | missing.csv",
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
    var svg = drawn("sparrow/figure5", "nodes=40,tasks=4,jobs=50,load=0.6:0.95,d=2", file);
    assertThat(svg.getTagName()).isEqualTo("svg");
    assertThat(svg.getTextContent())
        .contains("sparrow/figure5", "load", "ms", "omniscient", "d=2")
        .doesNotContain("messages per task");
  }

  @Test
  void whatIsNumberedHasNoFractionsBelowTheFigure(@TempDir Path directory) throws Exception {
    var svg = drawn("sparrow/fairness", "nodes=10,jobs=100", directory.resolve("figure.svg"));
    var texts = svg.getElementsByTagName("text");
    List<String> labels = new ArrayList<>();
    for (int index = 0; index < texts.getLength(); index++) {
      labels.add(texts.item(index).getTextContent());
    }
    assertThat(labels).contains("0", "1", "2").doesNotContain("0.0", "0.5", "1.0", "1.5");
  }

  private static Element drawn(String experiment, String small, Path file) throws Exception {
    var typed = Typed.command("sim", "run", experiment, "--set", small, "--plot", file.toString());
    assertThat(typed.code()).as(typed.err()).isZero();
    var parsers = DocumentBuilderFactory.newInstance();
    parsers.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    return parsers.newDocumentBuilder().parse(file.toFile()).getDocumentElement();
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
  void seedsThatDoNotAreCounted() {
    var failure = new SwarmFailure(9, 1_000, 5, "broken");
    assertThat(SwarmReport.text(new Swarm.Summary(200, 1_000_000, List.of(failure))))
        .isEqualTo("1 of 200 seeds broke a promise over 1,000,000 events");
  }

  @Test
  void benchmarksGiveTheirNumbers() {
    var sim = Typed.command("bench", "sim", "--nodes", "10", "--events", "1000", "-o", "json");
    assertThat(sim.json().keySet()).contains("eventsPerSecond", "bytesPerEvent", "nodes");
    var node = Typed.command("bench", "node", "--tasks", "1000", "--queued", "10", "-o", "json");
    assertThat(node.json().keySet()).contains("operationsPerSecond", "matrixMicros");
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
    assertThat(json.getAsJsonObject("kinds").keySet()).contains("node Place", "master Commit");
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
