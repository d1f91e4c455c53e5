package dev.muster.model.file.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.file.Problem;
import dev.muster.model.file.queue.ParsedQueues.InvalidQueues;
import dev.muster.model.file.queue.ParsedQueues.ValidQueues;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import java.util.List;

/** What the tests of this package say again and again. */
final class Queues {

  private Queues() {}

  static ValidQueues valid(String text) {
    return switch (QueueFile.parse(text)) {
      case ValidQueues valid -> valid;
      case InvalidQueues(List<Problem> problems) -> throw new AssertionError(problems.toString());
    };
  }

  static QueueTree tree(String text) {
    return valid(text).tree();
  }

  static QueueSpec queue(String text, String path) {
    return tree(text).find(path).orElseThrow();
  }

  /** Exactly these, each as {@code line:column: field: message}. */
  static void problems(String text, String... expected) {
    assertThat(problems(text)).containsExactly(expected);
  }

  static List<String> problems(String text) {
    return switch (QueueFile.parse(text)) {
      case ValidQueues valid -> throw new AssertionError("no problem in " + valid.tree());
      case InvalidQueues(List<Problem> problems) ->
          problems.stream().map(Problem::toString).toList();
    };
  }
}
