package dev.muster.host.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.host.run.spawn.Birth;
import dev.muster.host.run.spawn.Death;
import dev.muster.host.run.spawn.Ended;
import dev.muster.model.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExitsTest {

  @TempDir private Path state;

  private static Death death(int pid) {
    return new Death(new Birth(pid, 1_000L + pid), new Ended(pid % 256, new Usage(pid, 2, 3, 4)));
  }

  private static List<Death> read(ExitsReader reader) throws IOException {
    var found = new ArrayList<Death>();
    reader.read(found::add);
    return found;
  }

  @Test
  void bothWhatTheNodeAndWhatTheGuardianWroteIsKnown() throws IOException {
    try (var ofNode = Exits.ofNode(state);
        var ofGuardian = Exits.ofGuardian(state)) {
      ofNode.enter(death(7));
      var known = new KnownExits(state, false);
      ofGuardian.enter(death(8));
      assertThat(known.of(death(7).who())).contains(death(7).how());
      assertThat(known.of(death(8).who())).contains(death(8).how());
      assertThat(known.of(new Birth(8, 9))).as("another process of that number").isEmpty();
    }
  }

  @Test
  void aLineThatWasNeverFinishedSpoilsNoOther() throws IOException {
    try (var exits = Exits.ofGuardian(state)) {
      exits.enter(death(1));
    }
    var file = Exits.guardian(state);
    var half = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(half, half.length - 5), StandardOpenOption.APPEND);
    try (var exits = Exits.ofGuardian(state)) {
      exits.enter(death(2));
    }
    assertThat(read(new ExitsReader(file))).containsExactly(death(1), death(2));
  }

  @Test
  void aReaderSeesWhatIsNewAlsoWhereTheFileWasSetAside() throws IOException {
    try (var exits = Exits.ofGuardian(state)) {
      var reader = new ExitsReader(Exits.guardian(state));
      assertThat(read(reader)).isEmpty();
      exits.enter(death(1));
      assertThat(read(reader)).containsExactly(death(1));
      exits.enter(death(2));
      assertThat(read(reader)).endsWith(death(2));
      int pid = 3;
      while (!Files.exists(Exits.aside(Exits.guardian(state)))) {
        exits.enter(death(pid++));
      }
      assertThat(read(reader)).contains(death(3), death(pid - 2), death(pid - 1));
      assertThat(Files.size(Exits.guardian(state))).isLessThan(200);
    }
  }

  @Test
  void aFileThatSomebodyRemovedIsReplacedByANewOne() throws IOException {
    var file = Exits.guardian(state);
    try (var exits = Exits.ofGuardian(state)) {
      fill(exits);
      Files.delete(file);
      exits.enter(death(1));
      exits.enter(death(2));
    }
    assertThat(read(new ExitsReader(file))).containsExactly(death(1), death(2));
  }

  @Test
  void whereNoNewFileCanBeHadTheOldOneGoesOn() throws IOException {
    var file = Exits.guardian(state);
    var inTheWay = Files.createDirectories(Exits.aside(file).resolve("way"));
    try (var exits = Exits.ofGuardian(state)) {
      fill(exits);
      exits.enter(death(1));
      Files.delete(inTheWay);
      Files.delete(Exits.aside(file));
      exits.enter(death(2));
    }
    assertThat(Files.size(file)).isLessThan(200);
    assertThat(read(new ExitsReader(file))).endsWith(death(1), death(2));
  }

  /** Until the next death is one too many. */
  private void fill(Exits exits) throws IOException {
    var file = Exits.guardian(state);
    for (int pid = 3; Files.size(file) <= Exits.LIMIT_BYTES; pid++) {
      exits.enter(death(pid));
    }
  }

  @Test
  void whatWasWrittenBeforeTheComputerWasStartedAgainIsDropped() throws IOException {
    var old = Files.createDirectories(state.resolve("exits/an-earlier-boot"));
    Files.writeString(old.resolve("guardian"), "\n1 2 3 4 5 6 7 end");
    Exits.ofGuardian(state).close();
    assertThat(old).doesNotExist();
  }
}
