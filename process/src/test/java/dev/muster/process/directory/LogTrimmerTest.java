package dev.muster.process.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is taken out of a log while its task writes on. */
class LogTrimmerTest {
  private static final long MIB = 1L << 20;

  @TempDir private Path home;
  private final List<String> punched = new ArrayList<>();
  private Path log;
  private LogTrimmer keeper;

  @BeforeEach
  void open() {
    log = home.resolve("stdout");
    keeper =
        new LogTrimmer(
            List.of(new LogFile(log)),
            4 * MIB,
            (_, from, to) -> punched.add(from / MIB + " to " + to / MIB));
  }

  private void hasMebibytes(long size) throws IOException {
    try (var file = new RandomAccessFile(log.toFile(), "rw")) {
      file.setLength(size * MIB);
    }
    assertThat(keeper.keep()).isTrue();
  }

  @Test
  void theMiddleGoesAgainAndAgain() throws IOException {
    hasMebibytes(4);
    hasMebibytes(10);
    hasMebibytes(11);
    hasMebibytes(20);
    assertThat(punched).containsExactly("1 to 9", "9 to 19");
  }

  @Test
  void aLogThatWasBegunAnewIsKeptShortLikeTheFirst() throws IOException {
    hasMebibytes(100);
    hasMebibytes(1);
    hasMebibytes(50);
    hasMebibytes(40);
    assertThat(punched).containsExactly("1 to 99", "1 to 49", "1 to 39");
  }
}
