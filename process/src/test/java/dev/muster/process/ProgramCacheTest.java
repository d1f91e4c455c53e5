package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramCacheTest {
  @TempDir private Path directory;
  private final Command.ProgramCache programs = new Command.ProgramCache();
  private Path tool;

  @BeforeEach
  void remember() throws IOException {
    tool = Files.writeString(directory.resolve("tool"), "");
    assertThat(tool.toFile().setExecutable(true)).isTrue();
    programs.remember("/a:/b", "tool", tool);
  }

  @Test
  void whatWasFoundIsKnownForThatNameAndPath() {
    assertThat(programs.recall("/a:/b", "tool")).contains(tool);
    assertThat(programs.recall("/b:/a", "tool")).isEmpty();
    assertThat(programs.recall("/a:/b", "other")).isEmpty();
  }

  @Test
  void whatIsGoneHasToBeLookedForAgain() throws IOException {
    Files.delete(tool);
    assertThat(programs.recall("/a:/b", "tool")).isEmpty();
  }

  @Test
  void whatMayNoLongerBeExecutedHasToBeLookedForAgain() {
    assertThat(tool.toFile().setExecutable(false)).isTrue();
    assertThat(programs.recall("/a:/b", "tool")).isEmpty();
  }
}
