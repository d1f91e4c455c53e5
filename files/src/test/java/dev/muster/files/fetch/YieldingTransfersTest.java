package dev.muster.files.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.files.content.FileCache;
import dev.muster.files.content.PinnedFile;
import dev.muster.files.serve.FileServer;
import dev.muster.files.serve.FileSource;
import dev.muster.files.serve.HostPort;
import dev.muster.files.serve.Peer;
import dev.muster.model.Tier;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that sends files to opportunistic tasks, with others who must not wait for these. */
class YieldingTransfersTest {
  private static final Sample SAMPLE = Sample.of(1, 1000);
  private static final String SECRET = "a secret";

  @TempDir private Path home;
  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicInteger held = new AtomicInteger();
  private final CountDownLatch gate = new CountDownLatch(1);
  private FileCache cache;
  private FileServer server;

  @BeforeEach
  void open() throws IOException {
    cache = FileCache.open(home.resolve("away"), 1 << 20);
    SAMPLE.putInto(cache).close();
    server = FileServer.start(ScriptedServer.port(), SECRET, FileServer.Catalog.of(this::find));
  }

  @AfterEach
  void close() {
    gate.countDown();
    server.close();
    cache.close();
    client.close();
  }

  /** As many as may yield at a time are held up. */
  private Optional<PinnedFile> find(String sha256) {
    if (held.incrementAndGet() <= FileServer.MAX_YIELDING) {
      try {
        assertThat(gate.await(60, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException stopped) {
        throw new AssertionError(stopped);
      }
    }
    return cache.find(sha256);
  }

  private HttpRequest.Builder request() {
    var uri = "http://" + HostPort.format(server.address()) + "/files/" + SAMPLE.content().sha256();
    return HttpRequest.newBuilder(URI.create(uri)).header(FileServer.SECRET_HEADER, SECRET);
  }

  private HttpRequest yielding() {
    return request().header(FileServer.YIELDS_HEADER, "1").build();
  }

  @Test
  void onlySomeOfTheTurnsAreForThoseThatYield() throws Exception {
    var crowd =
        IntStream.range(0, FileServer.MAX_YIELDING)
            .mapToObj(_ -> client.sendAsync(yielding(), BodyHandlers.ofByteArray()))
            .toList();
    await().until(() -> held.get() == FileServer.MAX_YIELDING);
    assertThat(client.send(yielding(), BodyHandlers.ofByteArray()).statusCode()).isEqualTo(503);
    assertThat(client.send(request().build(), BodyHandlers.ofByteArray()).body())
        .as("one that does not yield")
        .isEqualTo(SAMPLE.bytes());
    gate.countDown();
    for (var each : crowd) {
      assertThat(Sample.join(each).statusCode()).isEqualTo(200);
    }
    assertThat(client.send(yielding(), BodyHandlers.ofByteArray()).statusCode()).isEqualTo(200);
  }

  @Test
  void aFetchForAnOpportunisticTaskSaysThatItYields() throws IOException {
    var crowd =
        IntStream.range(0, FileServer.MAX_YIELDING)
            .mapToObj(_ -> client.sendAsync(yielding(), BodyHandlers.ofByteArray()))
            .toList();
    await().until(() -> held.get() == FileServer.MAX_YIELDING);
    var peer = List.<FileSource>of(new Peer("a", server.address(), SECRET));
    try (var here = FileCache.open(home.resolve("here"), 1 << 20);
        var fetcher = new Fetcher(here)) {
      var low = fetcher.fetch(SAMPLE.content(), peer, Tier.OPPORTUNISTIC);
      assertThat(low).isNotDone();
      CompletableFuture<PinnedFile> high = fetcher.fetch(SAMPLE.content(), peer, Tier.GUARANTEED);
      Sample.join(high).close();
      Sample.join(low).close();
    }
    gate.countDown();
    for (var each : crowd) {
      Sample.join(each);
    }
  }
}
