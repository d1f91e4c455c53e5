package dev.muster.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Somebody may set the clock of the computer at any time, and nothing may come of it: nobody reads
 * it, but for the one who turns it into a time that never jumps, and the keepers of files.
 */
class WallClockTest {

  private static final Set<String> CLOCKS =
      Set.of(
          "java/lang/System.currentTimeMillis",
          "java/time/Instant.now",
          "java/time/LocalDateTime.now",
          "java/time/ZonedDateTime.now",
          "java/time/OffsetDateTime.now",
          "java/time/Clock.systemUTC",
          "java/time/Clock.systemDefaultZone",
          "java/util/Date.<init>",
          "java/nio/file/Files.getLastModifiedTime",
          "java/lang/ProcessHandle$Info.startInstant");

  @Test
  void onlyTheSteadyClockReadsTheOneThatCanBeSet() throws IOException, URISyntaxException {
    var classes = Path.of(Host.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> readers = new ArrayList<>();
    try (var files = Files.walk(classes)) {
      for (var file : files.filter(WallClockTest::isMeant).toList()) {
        for (var clock : clocks(file)) {
          readers.add(file.getFileName() + " reads " + clock);
        }
      }
    }
    assertThat(readers).containsExactly("SteadyClock.class reads java/time/Instant.now");
  }

  /** Files are dated by the clock that can be set, and only what is kept of them goes by that. */
  private static boolean isMeant(Path file) {
    var parent = file.getParent();
    return file.toString().endsWith(".class") && parent != null && !parent.endsWith("host/file");
  }

  private static List<String> clocks(Path file) throws IOException {
    List<String> found = new ArrayList<>();
    for (var entry : ClassFile.of().parse(file).constantPool()) {
      if (entry instanceof MemberRefEntry member) {
        var called = member.owner().asInternalName() + "." + member.name().stringValue();
        if (CLOCKS.contains(called)) {
          found.add(called);
        }
      }
    }
    return found;
  }
}
