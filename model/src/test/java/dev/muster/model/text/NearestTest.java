package dev.muster.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {

  private static final List<String> FIELDS =
      List.of(
          "name",
          "tasks",
          "items",
          "command",
          "java",
          "env",
          "resources",
          "estimate",
          "timeout",
          "retries",
          "after",
          "directory",
          "files",
          "require",
          "prefer",
          "patience",
          "gang");

  @ParameterizedTest
  @CsvSource({
    "'', '', 0",
    "a, '', 1",
    "'', abc, 3",
    "command, command, 0",
    "comand, command, 1",
    "commnad, command, 1",
    "cmmnd, command, 2",
    "kitten, sitting, 3",
    "ca, abc, 3",
  })
  void distance(String a, String b, int expected) {
    assertThat(Nearest.distance(a, b)).isEqualTo(expected);
    assertThat(Nearest.distance(b, a)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "comand, command",
    "commands, command",
    "TASKS, tasks",
    "task, tasks",
    "tsaks, tasks",
    "resource, resources",
    "res, resources",
    "retires, retries",
    "dir, directory",
    "time_out, timeout",
    "depends_on, ''",
    "image, ''",
    "x, ''",
    "'', ''",
    "priority, ''",
  })
  void suggestion(String typed, String expected) {
    assertThat(Nearest.to(typed, FIELDS).orElse("")).isEqualTo(expected);
    assertThat(Nearest.hint(typed, FIELDS).orElse(""))
        .isEqualTo(expected.isEmpty() ? "" : "did you mean `" + expected + "`?");
  }
}
