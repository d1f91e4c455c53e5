package dev.muster.model.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.file.queue.ParsedQueues;
import dev.muster.model.file.queue.QueueFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files that a newcomer reads first are right and teach something. */
class ExamplesTest {

  /** The only example that is no job. */
  private static final String QUEUES = "queues.yaml";

  static List<Path> examples() throws IOException {
    try (var files = Files.list(Path.of("..", "examples"))) {
      var found = files.filter(ExamplesTest::isJob).sorted().toList();
      assertThat(found).hasSizeGreaterThan(5);
      return found;
    }
  }

  private static boolean isJob(Path file) {
    return file.toString().endsWith(".yaml") && !file.endsWith(QUEUES);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void isValidAndSaysHowToRunIt(Path example) throws IOException {
    var text = Files.readString(example);
    var file = example.getFileName().toString();
    assertThat(Expect.job(text).name() + ".yaml").isEqualTo(file);
    assertThat(text).startsWith("# ").contains("#   ./muster run examples/" + file);
  }

  @Test
  void queuesAreValidAndSayHowToCheckThem() throws IOException {
    var text = Files.readString(Path.of("..", "examples", QUEUES));
    assertThat(QueueFile.parse(text)).isInstanceOf(ParsedQueues.ValidQueues.class);
    assertThat(text).startsWith("# ").contains("#   ./muster queues check examples/" + QUEUES);
  }
}
