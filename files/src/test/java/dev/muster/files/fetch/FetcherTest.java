package dev.muster.files.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.muster.files.content.CacheDirectory;
import dev.muster.files.content.Content;
import dev.muster.files.content.FileCache;
import dev.muster.files.content.PinnedFile;
import dev.muster.files.fetch.ScriptedServer.Request;
import dev.muster.files.serve.FileServer;
import dev.muster.files.serve.FileSource;
import dev.muster.files.serve.Peer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How contents get to a node over real connections, whatever their sources do. */
class FetcherTest {
  private static final int LENGTH = 1 << 20;
  private static final Sample SAMPLE = Sample.of(1, LENGTH);
  private static final Content CONTENT = SAMPLE.content();

  @TempDir private Path directory;
  private FileCache cache;
  private Fetcher fetcher;

  @BeforeEach
  void open() throws IOException {
    cache = FileCache.open(directory, 10L * LENGTH);
    fetcher = new Fetcher(cache);
  }

  @AfterEach
  void close() {
    fetcher.close();
    cache.close();
  }

  private void arrives(FileSource... sources) throws IOException {
    try (var pinned = Sample.join(fetcher.fetch(CONTENT, List.of(sources)))) {
      assertThat(pinned.path()).hasBinaryContent(SAMPLE.bytes());
    }
  }

  private String failure(FileSource... sources) {
    var result = fetcher.fetch(CONTENT, List.of(sources));
    var thrown = catchThrowableOfType(IOException.class, () -> Sample.join(result));
    return thrown == null ? "it came" : String.valueOf(thrown.getMessage());
  }

  @Test
  void fiftyWhoWantItCostOneFetch() throws IOException {
    try (var server = new ScriptedServer(SAMPLE)) {
      var gate = server.hold();
      var all =
          IntStream.range(0, 50)
              .mapToObj(each -> fetcher.fetch(CONTENT, List.of(server.peer("a"))))
              .toList();
      gate.countDown();
      for (var each : all) {
        try (var pinned = Sample.join(each)) {
          assertThat(pinned.path()).hasBinaryContent(SAMPLE.bytes());
        }
      }
      arrives(server.peer("a"));
      assertThat(server.requests).containsExactly(new Request(0, LENGTH));
    }
  }

  @Test
  void aBrokenConnectionIsGoneOnWithFromTheSameByte() throws IOException {
    try (var server = new ScriptedServer(SAMPLE, 300_000, 100_000)) {
      arrives(server.peer("a"));
      assertThat(server.requests)
          .containsExactly(
              new Request(0, 300_000),
              new Request(300_000, 100_000),
              new Request(400_000, LENGTH - 400_000));
    }
  }

  @Test
  void anotherSourceGoesOnWhereTheFirstBrokeOff() throws IOException {
    try (var first = new ScriptedServer(SAMPLE, 300_000);
        var second = new ScriptedServer(SAMPLE)) {
      arrives(first.peer("a"), second.peer("b"));
      assertThat(first.requests).containsExactly(new Request(0, 300_000));
      assertThat(second.requests).containsExactly(new Request(300_000, LENGTH - 300_000));
    }
  }

  @Test
  void corruptedContentIsRefusedAndFetchedElsewhere() throws IOException {
    try (var bad = new ScriptedServer(SAMPLE.corrupted());
        var good = new ScriptedServer(SAMPLE)) {
      arrives(bad.peer("bad"), good.peer("good"));
      assertThat(bad.requests).hasSize(1);
      assertThat(good.requests).containsExactly(new Request(0, LENGTH));

      Files.delete(new CacheDirectory(directory).file(CONTENT.sha256()));
      arrives(bad.peer("bad"), good.peer("good"));
      assertThat(bad.requests).as("it is asked last from now on").hasSize(1);
      assertThat(good.requests).hasSize(2);
    }
  }

  @Test
  void twoPartsThatDoNotFitAreNobodysFaultUntilOneSendsItAll() throws IOException {
    try (var good = new ScriptedServer(SAMPLE, 700_000);
        var bad = new ScriptedServer(SAMPLE.corrupted(), 600_000)) {
      arrives(bad.peer("bad"), good.peer("good"));
      assertThat(good.requests).last().isEqualTo(new Request(0, LENGTH));
    }
  }

  @Test
  void longerContentIsRefusedAndNotReadToItsEnd() throws IOException {
    try (var server = new ScriptedServer(Sample.of(1, 5 * LENGTH))) {
      assertThat(failure(server.peer("a")))
          .isEqualTo("no source has sent it: a: sent something else than what was asked for");
      assertThat(cache.usedBytes()).isZero();
    }
  }

  @Test
  void whenAllFailEachIsNamedWithItsReason() throws IOException {
    try (var bad = new ScriptedServer(SAMPLE.corrupted());
        var flaky = new ScriptedServer(SAMPLE, 0, 9, 0);
        var empty =
            FileServer.start(
                ScriptedServer.port(), "secret", FileServer.Catalog.of(sha256 -> none()))) {
      var message =
          failure(
              bad.peer("bad"),
              flaky.peer("flaky"),
              new Peer("empty", empty.address(), "secret"),
              new Peer("stranger", empty.address(), "a guess"),
              new Peer("gone", freePort(), "secret"));
      assertThat(message)
          .startsWith("no source has sent it: ")
          .contains("bad: sent something else than what was asked for")
          .contains("flaky: Premature EOF, after 9 of " + LENGTH + " bytes")
          .contains("empty: does not have it")
          .contains("stranger: refuses our secret")
          .contains("gone: Connection refused");
      assertThat(flaky.requests).hasSize(SourceRotation.TRIES);
    }
    assertThat(failure()).isEqualTo("no source has sent it: nobody is known to have it");
  }

  private static Optional<PinnedFile> none() {
    return Optional.empty();
  }

  private static InetSocketAddress freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return new InetSocketAddress(ScriptedServer.loopback().getAddress(), socket.getLocalPort());
    }
  }

  @Test
  void theNextLifeOfTheNodeGoesOnWithWhatCame() throws IOException {
    try (var server = new ScriptedServer(SAMPLE, 300_000, 0, 0)) {
      failure(server.peer("a"));
      assertThat(cache.usedBytes()).isEqualTo(300_000);
      close();
      open();
      arrives(server.peer("a"));
      assertThat(server.requests).last().isEqualTo(new Request(300_000, LENGTH - 300_000));
      assertThat(cache.usedBytes()).isEqualTo(LENGTH);
    }
  }

  @Test
  void aBeginningThatWasDamagedMeanwhileBeginsAnew() throws IOException {
    Files.write(new CacheDirectory(directory).partial(CONTENT), new byte[100]);
    try (var server = new ScriptedServer(SAMPLE)) {
      arrives(server.peer("a"));
      assertThat(server.requests)
          .containsExactly(new Request(100, LENGTH - 100), new Request(0, LENGTH));
    }
  }

  @Test
  void someComeSideBySideAndTheOthersWait() throws IOException {
    try (var server = new ScriptedServer(SAMPLE)) {
      var gate = server.hold();
      var wanted = Fetcher.MAX_PARALLEL + 4;
      var all =
          IntStream.range(0, wanted)
              .mapToObj(each -> Sample.of(each, 10).content())
              .map(content -> fetcher.fetch(content, List.of(server.peer("a"))))
              .toList();
      await().untilAsserted(() -> assertThat(server.mostAtOnce()).isEqualTo(Fetcher.MAX_PARALLEL));
      gate.countDown();
      for (var each : all) {
        assertThatThrownBy(() -> Sample.join(each)).hasMessageContaining("something else");
      }
      assertThat(server.requests).hasSize(wanted);
      assertThat(server.mostAtOnce()).isEqualTo(Fetcher.MAX_PARALLEL);
    }
  }

  @Test
  void whoNoLongerWantsItHoldsNothing() throws IOException {
    try (var server = new ScriptedServer(SAMPLE)) {
      var gate = server.hold();
      var unwanted = fetcher.fetch(CONTENT, List.of(server.peer("a")));
      var wanted = fetcher.fetch(CONTENT, List.of(server.peer("a")));
      unwanted.cancel(false);
      gate.countDown();
      Sample.join(wanted).close();
    }
    fetcher.close();
    assertThat(cache.free(LENGTH)).as("nobody uses it").isTrue();
    assertThat(cache.usedBytes()).isZero();
  }

  @Test
  void anEmptyFileNeedsNoSource() throws IOException {
    var empty = Sample.of(0, 0).content();
    try (var pinned = Sample.join(fetcher.fetch(empty, List.of()))) {
      assertThat(pinned.path()).isEmptyFile();
    }
    var impossible = new Content(CONTENT.sha256(), 0);
    assertThatThrownBy(() -> Sample.join(fetcher.fetch(impossible, List.of())))
        .hasMessage("no file without content has that hash");
  }
}
