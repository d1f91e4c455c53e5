package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.host.Host;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Somebody may set the clock of the computer at any time, and nothing may come of it: nobody reads
 * it, but for the one who turns it into a time that never jumps. Files are dated by that clock, and
 * only what is kept of them goes by it, so the module {@code files} is not looked at.
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
    List<String> readers = new ArrayList<>();
    addReaders(Host.class, readers);
    addReaders(ProcessRuntime.class, readers);
    assertThat(readers).containsExactly("Loop$SteadyClock.class reads java/time/Instant.now");
  }

  /** All classes of the module of this one, which is a directory or, once packaged, a jar. */
  private static void addReaders(Class<?> one, List<String> readers)
      throws IOException, URISyntaxException {
    var place = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isDirectory(place)) {
      addReaders(place, readers);
    } else {
      try (var jar = FileSystems.newFileSystem(place)) {
        addReaders(jar.getPath("/"), readers);
      }
    }
  }

  private static void addReaders(Path root, List<String> readers) throws IOException {
    try (var files = Files.walk(root)) {
      for (var file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        for (var clock : clocks(file)) {
          readers.add(file.getFileName() + " reads " + clock);
        }
      }
    }
  }

  private static List<String> clocks(Path file) throws IOException {
    List<String> found = new ArrayList<>();
    for (var entry : ClassFile.of().parse(Files.readAllBytes(file)).constantPool()) {
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
