package dev.muster.files.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocationsTextTest {
  private static final FileLocations.Holder NODE = new FileLocations.Holder("node-3", "[::1]:4711");

  private static List<Integer> tasks(String text) {
    return text.isEmpty()
        ? List.of()
        : List.of(text.split(" ")).stream().map(Integer::parseInt).toList();
  }

  @ParameterizedTest
  @CsvSource({"'', -", "7, 7", "0 1, 0-1", "0 1 2 3 4 7, '0-4,7'", "1 3 5, '1,3,5'"})
  void tasksAreSaidInRuns(String tasks, String runs) throws IOException {
    var holdings = List.of(new FileLocations.HeldOutputs(NODE, tasks(tasks)));
    var text = LocationsText.format(holdings);
    assertThat(text).isEqualTo("node-3 [::1]:4711 " + runs + "\n");
    assertThat(LocationsText.parse(text)).isEqualTo(holdings);
  }

  @Test
  void aMillionTasksOnOneNodeAreAShortLine() {
    var all = IntStream.range(0, 1_000_000).boxed().toList();
    assertThat(LocationsText.format(List.of(new FileLocations.HeldOutputs(NODE, all))))
        .hasSizeLessThan(50);
  }

  @Test
  void whoSharesTheHomeOfTheCellHasNoAddress() throws IOException {
    var holdings =
        List.of(new FileLocations.HeldOutputs(new FileLocations.Holder("node-0", ""), List.of(1)));
    assertThat(LocationsText.parse(LocationsText.format(holdings))).isEqualTo(holdings);
  }

  @Test
  void jobsAreSaidAfterTheLastOfThem() throws IOException {
    var running = new FileLocations.Running(9, List.of(3L, 7L));
    assertThat(LocationsText.format(running)).isEqualTo("9\n3\n7\n");
    assertThat(LocationsText.parseRunning("9\n3\n7\n")).isEqualTo(running);
    for (var nonsense : List.of("", "x\n", "9\nx\n")) {
      assertThatThrownBy(() -> LocationsText.parseRunning(nonsense))
          .isInstanceOf(IOException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node-3",
        "node-3 - x",
        "node-3 - 1-x",
        "a b c d",
        "a - 1-2-9",
        "a - 9-1",
        "a - -5",
        "a - 5-",
        "a - 0-2147483647",
        "a - 0-999999,5"
      })
  void nonsenseIsRefused(String line) {
    assertThatThrownBy(() -> LocationsText.parse(line))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("`" + line + "`");
  }
}
