package dev.muster.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code queues check} says of files that are right, wrong, too much, and of changes. */
class QueuesCheckTest {

  private static final String NOW =
      """
      queues:
        research:
          guaranteed: {cpu: 50%, memory: 40%}
          max: {cpu: 80%}
          tokens: 300
        legacy:
          guaranteed: {cpu: 10%}
        test:
      """;

  private static final String NEXT =
      """
      reclaim-after: 20s
      queues:
        research:
          guaranteed: {cpu: 40%, memory: 40%}
          max: {cpu: 60%}
          tokens: 200
          queues:
            nlp: {guaranteed: {cpu: 30%}}
        test: {weight: 3}
        ops:
          guaranteed: {cpu: 16}
          max: {gpu: 4}
      """;

  @TempDir Path directory;

  private String write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  /** Without the name of the directory, which differs from run to run. */
  private String plain(String text) {
    return text.replace(directory + "/", "");
  }

  private Typed check(String... words) {
    var line = new String[words.length + 2];
    line[0] = "queues";
    line[1] = "check";
    System.arraycopy(words, 0, line, 2, words.length);
    var typed = Typed.command(line);
    return new Typed(typed.code(), plain(typed.out()), plain(typed.err()));
  }

  @Test
  void whatIsGuaranteedInAll() throws IOException {
    var typed = check(write("next.yaml", NEXT));
    assertThat(typed.err()).isEmpty();
    assertThat(typed.code()).isZero();
    assertThat(typed.out())
        .isEqualTo(
            """
            next.yaml is valid: 5 queues, of which 3 take jobs; what is lent comes back after 20s
            queue          line  resource  has   guaranteed below  left
            root           3     cpu       100%  40% + 16          60% less 16
            root           3     memory    100%  40%               60%
            root.research  4     cpu       40%   30%               10%
            root.research  4     memory    40%   0                 40%
            """);
  }

  @Test
  void inACellThatIsKnown() throws IOException {
    var typed = check(write("next.yaml", NEXT), "--cpu", "64", "--memory", "256Gi");
    assertThat(typed.err()).isEmpty();
    assertThat(typed.code()).isZero();
    assertThat(typed.out())
        .contains(
            """
            root           3     cpu       64         41.6              22.4
            root           3     memory    256Gi      102.4 GiB         153.6 GiB
            root.research  4     cpu       25.6       19.2              6.4
            """);
  }

  @Test
  void whatACellHasTooLittleOf() throws IOException {
    var typed = check(write("next.yaml", NEXT), "--cpu", "20", "--resource", "gpu=2");
    assertThat(typed.err())
        .isEqualTo(
            """
            next.yaml:3:3: queues: of cpu they are guaranteed 24 together, and the cell has 20:\
             research 40%, ops 16
            next.yaml:12:16: queues.ops.max.gpu: warning: is 4, more than the cell has: 2
            """);
    assertThat(typed.code()).isEqualTo(1);
    assertThat(typed.out())
        .startsWith("next.yaml is too much for a cell of that size: ")
        .contains("root           3     cpu       20    24                4 too much\n");
  }

  @Test
  void warningsAreNoProblems() throws IOException {
    var file = write("next.yaml", "queues: {a: {max: {cpu: 5%}, queues: {b: {max: {cpu: 9%}}}}}");
    var typed = check(file);
    assertThat(typed.err())
        .isEqualTo(
            "next.yaml:1:54: queues.a.queues.b.max.cpu: warning: has no effect beyond the `max` of"
                + " `a`, 5%\n");
    assertThat(typed.code()).isZero();
  }

  @Test
  void whoWouldLoseAndWhoWouldGain() throws IOException {
    var typed = check(write("next.yaml", NEXT), "--against", write("now.yaml", NOW));
    assertThat(typed.err()).isEmpty();
    assertThat(typed.code()).isZero();
    assertThat(typed.out().lines().skip(6))
        .containsExactly(
            "next.yaml:1: reclaim-after: 30s → 20s",
            "next.yaml:4: root.research loses guaranteed.cpu: 50% → 40% (10% less)",
            "next.yaml:5: root.research loses max.cpu: 80% → 60% (20% less)",
            "next.yaml:8: root.research loses jobs: takes jobs → has queues below it",
            "next.yaml:6: root.research loses tokens: 300 → 200 (100 less)",
            "next.yaml:3: root.research loses weight share: 33.33% → 20% (13.33% less)",
            "next.yaml:8: root.research.nlp appears, with guaranteed cpu 30%, weight 1, submit everyone",
            "next.yaml:9: root.test gains weight share: 33.33% → 60% (26.67% more)",
            "next.yaml:10: root.ops appears, with guaranteed cpu 16, max gpu 4, weight 1, submit"
                + " everyone",
            "next.yaml:3: root.legacy vanishes, and with it guaranteed cpu 10%, weight 1, submit"
                + " everyone");
  }

  @Test
  void nothingChanges() throws IOException {
    var file = write("now.yaml", NOW);
    assertThat(check(file, "--against", file).out()).endsWith("\nnothing changes for any queue\n");
  }

  /** Of a queue deep down that vanishes, the line of the queues that it was among. */
  @Test
  void theLineOfAQueueThatIsGone() throws IOException {
    var now = write("now.yaml", "queues: {a: {queues: {b: {queues: {c: , d: }}, e: }}}");
    var next = write("next.yaml", "queues:\n  a:\n    weight: 1\n    queues:\n      e:\n");
    assertThat(
            check(next, "--against", now).out().lines().filter(line -> line.contains("vanishes")))
        .containsExactly(
            "next.yaml:5: root.a.b vanishes, and with it weight 1",
            "next.yaml:5: root.a.b.c vanishes, and with it weight 1, submit everyone",
            "next.yaml:5: root.a.b.d vanishes, and with it weight 1, submit everyone");
  }

  @Test
  void allProblemsOfAFile() throws IOException {
    var typed = check(write("bad.yaml", "queues:\n  a: {wieght: 2}\n  b: {tokens: 0}\n"));
    assertThat(typed.out()).isEmpty();
    assertThat(typed.code()).isEqualTo(1);
    assertThat(typed.err())
        .isEqualTo(
            """
            bad.yaml:2:7: queues.a.wieght: unknown field `wieght`; did you mean `weight`?
            bad.yaml:3:15: queues.b.tokens: must be a whole number from 1 to 1,000,000,000, not `0`
            """);
  }

  @Test
  void aBadFileToCompareWith() throws IOException {
    var next = write("next.yaml", NEXT);
    var typed = check(next, "--against", write("bad.yaml", "queues: 3\n"));
    assertThat(typed.out()).isEmpty();
    assertThat(typed.code()).isEqualTo(1);
    assertThat(typed.err())
        .isEqualTo(
            """
            muster: bad.yaml is not a valid file of queues:
            bad.yaml:1:9: queues: expected the queues by their names, found `3`
            """);
    assertThat(check(next, "--against", "absent.yaml").err())
        .isEqualTo("muster: absent.yaml does not exist\n");
  }

  @Test
  void standardInput() throws IOException {
    var typed = Typed.commandWithInput(NOW.getBytes(UTF_8), "queues", "check", "-");
    assertThat(typed.out()).startsWith("<stdin> is valid: 4 queues, of which 3 take jobs;");
    var now =
        Typed.commandWithInput(
            NOW.getBytes(UTF_8), "queues", "check", write("next.yaml", NEXT), "--against", "-");
    assertThat(now.out()).contains("root.legacy vanishes");
    var bad = Typed.commandWithInput("queues: 3".getBytes(UTF_8), "queues", "check", "-");
    assertThat(bad.err()).startsWith("<stdin>:1:9: queues: ");
  }

  @Test
  void aFileThatIsNone() throws IOException {
    assertThat(check(directory.toString()).err())
        .isEqualTo("muster: " + directory + " is a directory; name a file of queues\n");
    Files.write(directory.resolve("binary"), new byte[] {(byte) 0xff});
    assertThat(check(directory.resolve("binary").toString()).err())
        .isEqualTo("muster: binary is not text in UTF-8\n");
    var large = new byte[(4 << 20) + 1];
    assertThat(Typed.commandWithInput(large, "queues", "check", "-").err())
        .isEqualTo("muster: standard input is larger than a file of queues may be (4 MiB)\n");
  }

  @Test
  void oneQueueForAll() throws IOException {
    assertThat(check(write("open.yaml", "{}")).out())
        .startsWith("open.yaml is valid: 1 queue, of which 1 takes jobs; ");
  }

  // JSON.

  @Test
  void asJson() throws IOException {
    var next = write("next.yaml", NEXT);
    var typed = check(next, "-o", "json", "--cpu", "20", "--resource", "gpu=2");
    assertThat(typed.err()).isEmpty();
    assertThat(typed.code()).isEqualTo(1);
    var json = typed.json();
    assertThat(json.keySet())
        .containsExactly(
            "file",
            "valid",
            "queues",
            "leaves",
            "reclaimAfterSeconds",
            "problems",
            "warnings",
            "commitments");
    assertThat(json.get("file").getAsString()).isEqualTo("next.yaml");
    assertThat(json.get("valid").getAsBoolean()).isTrue();
    assertThat(json.get("queues").getAsInt()).isEqualTo(5);
    assertThat(json.get("leaves").getAsInt()).isEqualTo(3);
    assertThat(json.get("reclaimAfterSeconds").getAsInt()).isEqualTo(20);
    assertThat(element(json, "problems", 0).get("line").getAsInt()).isEqualTo(3);
    assertThat(element(json, "warnings", 0).get("field").getAsString())
        .isEqualTo("queues.ops.max.gpu");
    assertThat(element(json, "commitments", 0))
        .hasToString(
            "{\"queue\":\"root\",\"line\":3,\"resource\":\"cpu\",\"has\":{\"amount\":20000,\"share\":0},"
                + "\"guaranteedBelow\":{\"amount\":24000,\"share\":0},\"tooMuch\":true}");
    assertThat(element(json, "commitments", 1).getAsJsonObject("guaranteedBelow"))
        .hasToString("{\"amount\":0,\"share\":0.4}");
  }

  @Test
  void changesAsJson() throws IOException {
    var next = write("next.yaml", NEXT);
    var json = check(next, "-o", "json", "--against", write("now.yaml", NOW)).json();
    assertThat(json.getAsJsonArray("changes")).hasSize(10);
    assertThat(element(json, "changes", 1))
        .hasToString(
            "{\"queue\":\"root.research\",\"line\":4,\"kind\":\"loses\",\"field\":\"guaranteed.cpu\","
                + "\"before\":\"50%\",\"after\":\"40%\",\"by\":\"10%\"}");
    assertThat(check(next, "-o", "json", "--against", next).json().getAsJsonArray("changes"))
        .isEmpty();
  }

  private static JsonObject element(JsonObject json, String array, int at) {
    return json.getAsJsonArray(array).get(at).getAsJsonObject();
  }

  @Test
  void problemsAsJson() throws IOException {
    var bad = write("bad.yaml", "queues: 3");
    var typed = check(bad, "-o", "json");
    assertThat(typed.err()).isEmpty();
    assertThat(typed.code()).isEqualTo(1);
    assertThat(typed.out())
        .isEqualTo(
            "{\"file\":\"bad.yaml\",\"valid\":false,\"problems\":[{\"line\":1,\"column\":9,\"field\":"
                + "\"queues\",\"message\":\"expected the queues by their names, found `3`\"}]}\n");
    var absent = check("absent.yaml", "-o", "json");
    assertThat(absent.json().get("error").getAsString()).isEqualTo("absent.yaml does not exist");
    assertThat(absent.code()).isEqualTo(1);
    var other = check(write("now.yaml", NOW), "-o", "json", "--against", bad);
    assertThat(other.json().get("error").getAsString())
        .startsWith("bad.yaml is not a valid file of queues:\n");
    assertThat(other.code()).isEqualTo(1);
  }
}
