package dev.muster.process.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is taken out of a log while its task writes on. */
class LogTrimmerTest {
  private static final long MIB = 1L << 20;

  @TempDir private Path home;
  private final List<String> punched = new ArrayList<>();
  private Path log;
  private final CountDownLatch punching = new CountDownLatch(1);
  private final CompletableFuture<Boolean> answer = new CompletableFuture<>();
  private LogTrimmer keeper;
  private LogTrimmer slow;

  @BeforeEach
  void open() {
    log = home.resolve("stdout");
    keeper =
        new LogTrimmer(
            List.of(new LogFile(log)),
            4 * MIB,
            (_, from, to) -> punched.add(from / MIB + " to " + to / MIB));
    slow =
        new LogTrimmer(
            List.of(new LogFile(log)),
            4 * MIB,
            (_, _, _) -> {
              punching.countDown();
              boolean _ = answer.join();
              punched.add(new LogFile(log).size() / MIB + "");
            });
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

  @Test
  void nothingGoesOnceTheRunHasEnded() throws Exception {
    assertThat(keeper.end()).isEmpty();
    hasMebibytes(100);
    assertThat(punched).isEmpty();
  }

  /** What is taken out by the size of before would be a part of what is kept. */
  @Test
  void aLogIsCutOnceWhatIsBeingTakenOutIsGone() throws Exception {
    var keeping = beginToPunch();
    var ended = CompletableFuture.supplyAsync(() -> end(slow));
    await().during(Duration.ofMillis(200)).until(() -> !ended.isDone());
    answer.complete(true);
    assertThat(keeping.join()).isTrue();
    assertThat(ended.join()).contains(new LogFile(log));
    assertThat(punched).as("the size when it went").containsExactly("20");
    assertThat(new LogFile(log).size()).isBetween(2 * MIB, 2 * MIB + 200);
  }

  @Test
  void aDiskThatDoesNotAnswerLeavesTheLogAsItIs() throws Exception {
    var keeping = beginToPunch();
    assertThat(slow.end()).contains(new LogFile(log));
    assertThat(new LogFile(log).size()).isEqualTo(20 * MIB);
    answer.complete(true);
    assertThat(keeping.join()).isTrue();
  }

  /** On a disk that does not answer until it is told to. */
  private CompletableFuture<Boolean> beginToPunch() throws Exception {
    try (var file = new RandomAccessFile(log.toFile(), "rw")) {
      file.setLength(20 * MIB);
    }
    var keeping = CompletableFuture.supplyAsync(slow::keep);
    assertThat(punching.await(30, TimeUnit.SECONDS)).isTrue();
    return keeping;
  }

  private static Optional<LogFile> end(LogTrimmer trimmer) {
    try {
      return trimmer.end();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
