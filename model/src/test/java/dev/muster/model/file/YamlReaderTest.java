package dev.muster.model.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts that are not YAML, or more of it than a job file may use. */
class YamlReaderTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "name: [a | 2:1: not valid YAML: expected ',' or ']', but got <stream end>",
        "{a: b}} | 1:7: not valid YAML:",
        "a: b: c | 1:5: not valid YAML: mapping values are not allowed here",
        "\"a | 2:1: not valid YAML: found unexpected end of stream, while scanning a quoted scalar that starts on line 1",
        "a: !!int 3 | 1:4: tags have no meaning in a job file: `tag:yaml.org,2002:int`",
        "a: !!map {} | 1:4: tags have no meaning in a job file:",
        "a: *b | 1:4: no complete value before here is anchored as `&b`",
        "a: &b [*b] | 1:8: no complete value before here is anchored as `&b`",
        "a: @b | 1:4: not valid YAML:",
        "%YAML 99999999999999.1 | 1:",
      })
  void unreadable(String line, String problem) {
    assertThat(Expect.problems(line + "\n")).singleElement().asString().startsWith(problem);
  }

  @Test
  void aTabWhereSpacesBelong() {
    assertThat(Expect.problems("name: a\nstages:\n\t- command: x\n"))
        .singleElement()
        .asString()
        .startsWith("3:1: not valid YAML: found character '\\t(TAB)'");
  }

  @Test
  void twoDocuments() {
    Expect.problems(
        "name: a\ncommand: b\n---\nname: c\n",
        "3:1: a job file holds one document, but a second one starts here");
  }

  @Test
  void charactersThatYamlForbids() {
    Expect.problems(
        "name: a\ncommand: \u0007b\n", "2:10: character U+0007 may not stand in a YAML file");
    Expect.problems("\0", "1:1: character U+0000 may not stand in a YAML file");
  }

  @Test
  void nestedWithoutEnd() {
    Expect.problems("[".repeat(1_000_000), "1:21: nested deeper than 20 levels");
    Expect.problems("{a: ".repeat(100_000), "1:78: nested deeper than 20 levels");
    assertThat(Expect.problems("- ".repeat(100_000))).hasSize(1);
  }

  /** The square of the length would be 64 times as much; the least of a few cpu times counts. */
  @Test
  void theCostOfALongValueGrowsWithItsLength() {
    assertThat(parseNs(8 << 20) / (double) parseNs(1 << 20)).isLessThan(32);
  }

  private static long parseNs(int length) {
    var text = "name: \"" + "x".repeat(length) + "\"\ncommand: a\n";
    var threads = ManagementFactory.getThreadMXBean();
    long shortestNs = Long.MAX_VALUE;
    for (int i = 0; i < 8; i++) {
      long startNs = threads.getCurrentThreadCpuTime();
      Expect.problems(text, "1:7: name: must have at most 40,000 characters");
      shortestNs = Math.min(shortestNs, threads.getCurrentThreadCpuTime() - startNs);
    }
    return shortestNs;
  }

  @Test
  void aliasesThatMultiply() {
    var text = new StringBuilder("x0: &x0 [a,a,a,a,a,a,a,a,a,a]\n");
    for (int i = 1; i < 15; i++) {
      text.append("x%d: &x%d [%s]%n".formatted(i, i, ("*x" + (i - 1) + ",").repeat(10)));
    }
    Expect.problems(text.toString(), "7:5: more than 5,000,000 values, aliases filled in");
  }
}
