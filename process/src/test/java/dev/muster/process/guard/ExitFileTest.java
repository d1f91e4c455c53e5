package dev.muster.process.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Usage;
import dev.muster.process.linux.ExitStatus;
import dev.muster.process.linux.ProcessId;
import dev.muster.process.spawn.ExitLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExitFileTest {
  @TempDir private Path state;

  private static ExitLog.ExitRecord death(int pid) {
    return new ExitLog.ExitRecord(
        new ProcessId(pid, 1_000L + pid), new ExitStatus(pid % 256, new Usage(pid, 2, 3, 4)));
  }

  private static List<ExitLog.ExitRecord> read(ExitHistory.ExitFileReader reader)
      throws IOException {
    var found = new ArrayList<ExitLog.ExitRecord>();
    reader.read(found::add);
    return found;
  }

  @Test
  void bothWhatTheNodeAndWhatTheGuardianWroteIsKnown() throws IOException {
    try (var ofNode = ExitFile.ofNode(state);
        var ofGuardian = ExitFile.ofGuardian(state)) {
      ofNode.write(death(7));
      var known = new ExitHistory(state, false);
      ofGuardian.write(death(8));
      assertThat(known.of(death(7).id())).contains(death(7).exit());
      assertThat(known.of(death(8).id())).contains(death(8).exit());
      assertThat(known.of(new ProcessId(8, 9))).as("another process of that number").isEmpty();
    }
  }

  @Test
  void aLineThatWasNeverFinishedSpoilsNoOther() throws IOException {
    try (var exits = ExitFile.ofGuardian(state)) {
      exits.write(death(1));
    }
    var file = ExitFile.guardian(state);
    var half = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(half, half.length - 5), StandardOpenOption.APPEND);
    try (var exits = ExitFile.ofGuardian(state)) {
      exits.write(death(2));
    }
    assertThat(read(new ExitHistory.ExitFileReader(file))).containsExactly(death(1), death(2));
  }

  @Test
  void aReaderSeesWhatIsNewAlsoWhereTheFileWasSetAside() throws IOException {
    try (var exits = ExitFile.ofGuardian(state)) {
      var reader = new ExitHistory.ExitFileReader(ExitFile.guardian(state));
      assertThat(read(reader)).isEmpty();
      exits.write(death(1));
      assertThat(read(reader)).containsExactly(death(1));
      exits.write(death(2));
      assertThat(read(reader)).endsWith(death(2));
      int pid = 3;
      while (!Files.exists(ExitFile.aside(ExitFile.guardian(state)))) {
        exits.write(death(pid++));
      }
      assertThat(read(reader)).contains(death(3), death(pid - 2), death(pid - 1));
      assertThat(Files.size(ExitFile.guardian(state))).isLessThan(200);
    }
  }

  @Test
  void aFileThatSomebodyRemovedIsReplacedByANewOne() throws IOException {
    var file = ExitFile.guardian(state);
    try (var exits = ExitFile.ofGuardian(state)) {
      fill(exits);
      Files.delete(file);
      exits.write(death(1));
      exits.write(death(2));
    }
    assertThat(read(new ExitHistory.ExitFileReader(file))).containsExactly(death(1), death(2));
  }

  @Test
  void whereNoNewFileCanBeHadTheOldOneGoesOn() throws IOException {
    var file = ExitFile.guardian(state);
    var inTheWay = Files.createDirectories(ExitFile.aside(file).resolve("way"));
    try (var exits = ExitFile.ofGuardian(state)) {
      fill(exits);
      exits.write(death(1));
      Files.delete(inTheWay);
      Files.delete(ExitFile.aside(file));
      exits.write(death(2));
    }
    assertThat(Files.size(file)).isLessThan(200);
    assertThat(read(new ExitHistory.ExitFileReader(file))).endsWith(death(1), death(2));
  }

  /** Until the next death is one too many. */
  private void fill(ExitFile exits) throws IOException {
    var file = ExitFile.guardian(state);
    for (int pid = 3; Files.size(file) <= ExitFile.LIMIT_BYTES; pid++) {
      exits.write(death(pid));
    }
  }

  @Test
  void whatWasWrittenBeforeTheComputerWasStartedAgainIsDropped() throws IOException {
    var old = Files.createDirectories(state.resolve("exits/an-earlier-boot"));
    Files.writeString(old.resolve("guardian"), "\n1 2 3 4 5 6 7 end");
    ExitFile.ofGuardian(state).close();
    assertThat(old).doesNotExist();
  }
}
