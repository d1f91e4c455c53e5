package dev.muster.files.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.files.content.Content;
import dev.muster.files.content.FileCache;
import dev.muster.files.content.PinnedFile;
import dev.muster.files.serve.FileLocations;
import dev.muster.files.serve.FileServer;
import dev.muster.files.serve.FileSource;
import dev.muster.files.serve.HostPort;
import dev.muster.files.serve.Peer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server of which more is wanted than it can give at a time. */
class CrowdedServerTest {
  private static final Sample SAMPLE = Sample.of(1, 1000);
  private static final String SECRET = "a secret";
  private static final long JOB = 7;

  @TempDir private Path home;
  private final HttpClient client = HttpClient.newHttpClient();
  private final CountDownLatch arrived = new CountDownLatch(FileServer.MAX_TRANSFERS);
  private final CountDownLatch gate = new CountDownLatch(1);
  private final List<CompletableFuture<HttpResponse<byte[]>>> crowd = new ArrayList<>();
  private FileCache cache;
  private FileServer server;

  @BeforeEach
  void open() throws IOException {
    cache = FileCache.open(home.resolve("away"), 1 << 20);
    SAMPLE.putInto(cache).close();
    var locations =
        new FixedLocations(List.of(), List.of(), new FileLocations.Running(JOB, List.of()));
    var offer = FileServer.Catalog.ofCell(this::find, new Layouts(home.resolve("jobs")), locations);
    server = FileServer.start(ScriptedServer.port(), SECRET, offer);
    for (int i = 0; i < FileServer.MAX_TRANSFERS; i++) {
      crowd.add(client.sendAsync(request(), BodyHandlers.ofByteArray()));
    }
    pass(arrived);
  }

  @AfterEach
  void close() throws IOException {
    gate.countDown();
    for (var each : crowd) {
      Sample.join(each);
    }
    server.close();
    cache.close();
    client.close();
  }

  /** The crowd is held up and gets nothing; whoever comes later gets what there is. */
  private Optional<PinnedFile> find(String sha256) {
    if (arrived.getCount() == 0) {
      return cache.find(sha256);
    }
    arrived.countDown();
    pass(gate);
    return Optional.empty();
  }

  private static void pass(CountDownLatch gate) {
    try {
      assertThat(gate.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
  }

  private HttpRequest request() {
    var uri = "http://" + HostPort.format(server.address()) + "/files/" + SAMPLE.content().sha256();
    return HttpRequest.newBuilder(URI.create(uri)).header(FileServer.SECRET_HEADER, SECRET).build();
  }

  private Peer peer() {
    return new Peer("the cell", server.address(), SECRET);
  }

  @Test
  void whoComesLastIsToldToComeAgain() throws Exception {
    assertThat(client.send(request(), BodyHandlers.ofByteArray()).statusCode()).isEqualTo(503);
    gate.countDown();
    for (var each : crowd) {
      assertThat(Sample.join(each).statusCode()).isEqualTo(404);
    }
    var response = client.send(request(), BodyHandlers.ofByteArray());
    assertThat(response.body()).isEqualTo(SAMPLE.bytes());
  }

  @Test
  void questionsAreAnsweredAllTheSame() throws IOException {
    assertThat(peer().running().last()).isEqualTo(JOB);
    assertThat(peer().held(JOB, "count")).isEmpty();
  }

  /** Counts how often the peer was asked. */
  private record Counted(Peer peer, CountDownLatch asked) implements FileSource {
    @Override
    public String name() {
      return peer.name();
    }

    @Override
    public InputStream open(Content content, long from) throws IOException {
      asked.countDown();
      return peer.open(content, from);
    }
  }

  @Test
  void aFetchWaitsUntilItsTurnComesHoweverOftenItIsSentAway() throws IOException {
    var asked = new CountDownLatch(SourceRotation.TRIES + 2);
    try (var here = FileCache.open(home.resolve("here"), 1 << 20);
        var fetcher = new Fetcher(here)) {
      var fetch = fetcher.fetch(SAMPLE.content(), List.of(new Counted(peer(), asked)));
      pass(asked);
      gate.countDown();
      try (var pinned = Sample.join(fetch)) {
        assertThat(pinned.path()).hasBinaryContent(SAMPLE.bytes());
      }
    }
  }

  @Test
  void butNotForEver() throws IOException {
    try (var here = FileCache.open(home.resolve("here"), 1 << 20);
        var fetcher = new Fetcher(here, Duration.ofMillis(1))) {
      var fetch = fetcher.fetch(SAMPLE.content(), List.of(peer()));
      assertThatThrownBy(() -> Sample.join(fetch))
          .hasMessage("no source has sent it: the cell: has too much to do");
    }
  }

  @Test
  void anotherSourceThatHasTimeIsAskedFirst() throws IOException {
    var asked = new CountDownLatch(2);
    try (var here = FileCache.open(home.resolve("here"), 1 << 20);
        var fetcher = new Fetcher(here);
        var pinned =
            Sample.join(
                fetcher.fetch(
                    SAMPLE.content(), List.of(new Counted(peer(), asked), SAMPLE.source())))) {
      assertThat(pinned.path()).hasBinaryContent(SAMPLE.bytes());
      assertThat(asked.getCount()).isEqualTo(1);
    }
  }
}
