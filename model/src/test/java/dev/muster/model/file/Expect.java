package dev.muster.model.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.JobSpec;
import java.util.List;

/** What the tests of this package say again and again. */
final class Expect {

  private Expect() {}

  static JobSpec job(String text) {
    return switch (JobFile.parse(text, "/jobs")) {
      case Parsed.Valid(JobSpec job) -> job;
      case Parsed.Invalid(List<Problem> problems) -> throw new AssertionError(problems.toString());
    };
  }

  /** Exactly these, each as {@code line:column: field: message}. */
  static void problems(String text, String... expected) {
    assertThat(problems(text)).containsExactly(expected);
  }

  static List<String> problems(String text) {
    return switch (JobFile.parse(text, "/jobs")) {
      case Parsed.Valid(JobSpec job) -> throw new AssertionError("no problem in " + job);
      case Parsed.Invalid(List<Problem> problems) ->
          problems.stream().map(Problem::toString).toList();
    };
  }

  /** One line of a stage, on line 3 of a job that is right otherwise. */
  static String stageWith(String line) {
    return "name: test\ncommand: [run]\n" + line + "\n";
  }
}
