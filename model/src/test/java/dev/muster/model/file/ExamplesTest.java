package dev.muster.model.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files that a newcomer reads first are right and teach something. */
class ExamplesTest {

  static List<Path> examples() throws IOException {
    try (var files = Files.list(Path.of("..", "examples"))) {
      var found = files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
      assertThat(found).hasSizeGreaterThan(5);
      return found;
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void isValidAndSaysHowToRunIt(Path example) throws IOException {
    var text = Files.readString(example);
    var file = example.getFileName().toString();
    assertThat(Expect.job(text).name() + ".yaml").isEqualTo(file);
    assertThat(text).startsWith("# ").contains("#   ./muster run examples/" + file);
  }
}
