package dev.muster.files.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.files.content.Content;
import dev.muster.files.content.FileCache;
import dev.muster.files.serve.FileServer;
import dev.muster.files.serve.Logs;
import dev.muster.files.serve.Outputs;
import dev.muster.files.serve.Peer;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node tells others, and what it keeps for itself. */
class FileServerTest {
  private static final Sample SAMPLE = Sample.of(1, 1000);
  private static final String SECRET = "a secret";

  @TempDir private Path home;
  private final HttpClient client = HttpClient.newHttpClient();
  private FileCache cache;
  private Layouts jobs;
  private FileServer server;

  @BeforeEach
  void open() throws IOException {
    cache = FileCache.open(home.resolve("cache"), 1 << 20);
    SAMPLE.putInto(cache).close();
    jobs = new Layouts(home.resolve("jobs"));
    jobs.write(new Outputs.OutputKey(7, "count", 3), "n", "three");
    Files.writeString(home.resolve("private"), "keep out");
    server =
        FileServer.start(
            ScriptedServer.port(),
            SECRET,
            FileServer.Catalog.ofNode(cache, new Outputs(jobs), jobs));
  }

  @AfterEach
  void close() {
    server.close();
    cache.close();
    client.close();
  }

  private String path() {
    return "/files/" + SAMPLE.content().sha256();
  }

  private HttpRequest.Builder request(String path) {
    var at = server.address();
    return HttpRequest.newBuilder(
            URI.create("http://" + at.getHostString() + ":" + at.getPort() + path))
        .header(FileServer.SECRET_HEADER, SECRET);
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofByteArray());
    } catch (IOException | InterruptedException failure) {
      throw new AssertionError(failure);
    }
  }

  @Test
  void aContentIsThereForWhoKnowsItsHash() {
    var response = send(request(path()));
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo(SAMPLE.bytes());
  }

  @ParameterizedTest
  @CsvSource({
    "bytes=0-, 206, 0, 1000",
    "bytes=10-, 206, 10, 1000",
    "bytes=10-19, 206, 10, 20",
    "bytes=990-5000, 206, 990, 1000",
    "lines=1-2, 200, 0, 1000",
  })
  void aPartOfItToo(String range, int status, int from, int end) {
    var response = send(request(path()).header("Range", range));
    assertThat(response.body()).isEqualTo(Arrays.copyOfRange(SAMPLE.bytes(), from, end));
    assertThat(response.statusCode()).isEqualTo(from == 0 && end == 1000 ? 200 : status);
    if (response.statusCode() == 206) {
      assertThat(response.headers().firstValue("Content-Range"))
          .contains("bytes " + from + "-" + (end - 1) + "/1000");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes=1000-", "bytes=5000-6000", "bytes=20-10"})
  void butNoneThatItDoesNotHave(String range) {
    var response = send(request(path()).header("Range", range));
    assertThat(response.statusCode()).isEqualTo(416);
    assertThat(response.headers().firstValue("Content-Range")).contains("bytes */1000");
  }

  @Test
  void itsLengthCanBeAskedAlone() {
    var response = send(request(path()).HEAD());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValueAsLong("Content-Length")).hasValue(1000);
    assertThat(response.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "wrong", "a secre", "a secret "})
  void withoutTheSecretNothingIsTold(String guess) {
    for (var path : new String[] {path(), "/outputs/7/count", "/nothing"}) {
      var response = send(request(path).setHeader(FileServer.SECRET_HEADER, guess + "."));
      assertThat(response.statusCode()).isEqualTo(403);
    }
  }

  @Test
  void nobodyCanWrite() {
    var body = HttpRequest.BodyPublishers.ofString("x");
    assertThat(send(request(path()).PUT(body)).statusCode()).isEqualTo(405);
    assertThat(send(request(path()).DELETE()).statusCode()).isEqualTo(405);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/files",
        "/files/",
        "/files/../private",
        "/files/..%2Fprivate",
        "/files/%2e%2e/%2e%2e/private",
        "/files/../../../../../../../../etc/passwd",
        "//etc/passwd",
        "/outputs/7/..",
        "/outputs/7/../../../../private",
        "/outputs/7/../3",
        "/outputs/7/./3",
        "/outputs/7/%2e%2e/3",
        "/outputs/7//3",
        "/outputs/7/count/../../../../private",
        "/outputs/7/count/3/n",
        "/outputs/7/count/3/../3/n",
        "/outputs/7/count/3/private",
        "/outputs/7/count/-1",
        "/outputs/x/count/3",
        "/outputs/7/count/4",
        "/private",
      })
  void nothingElseCanBeReached(String path) throws IOException {
    var answer = raw(path);
    assertThat(answer).startsWith("HTTP/1.1 404 ").doesNotContain("keep out", "root:");
  }

  /** As somebody sends it who does not keep to the rules for addresses. */
  private String raw(String path) throws IOException {
    var at = server.address();
    try (var socket = new Socket(at.getAddress(), at.getPort())) {
      var request =
          "GET %s HTTP/1.1\r\nHost: x\r\n%s: %s\r\nConnection: close\r\n\r\n"
              .formatted(path, FileServer.SECRET_HEADER, SECRET);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void logsAreListedAndServedByTheirNames() throws IOException {
    var task = new Outputs.OutputKey(7, "count", 3);
    var directory = Files.createDirectories(jobs.tasks(7, "count").resolve("3"));
    Files.writeString(directory.resolve("stderr.2"), "alas");
    Files.writeString(directory.resolve("stdout.2"), "");
    Files.writeString(directory.resolve("notes"), "keep out");
    var peer = new Peer("node", server.address(), SECRET);
    var log = new Logs.LogInfo(3, "stderr.2", 4);
    assertThat(peer.logs(7, "count")).containsExactly(log);
    assertThat(peer.logs(task)).containsExactly(log);
    assertThat(peer.logs(new Outputs.OutputKey(7, "count", 4))).isEmpty();
    try (var in = peer.log(task, "stderr.2")) {
      assertThat(in).hasContent("alas");
    }
    for (var other : new String[] {"/notes", "/..", "/stdout.3", "/../3/notes", "/stderr.2/x"}) {
      assertThat(raw("/logs/7/count/3" + other)).startsWith("HTTP/1.1 404 ");
    }
  }

  @Test
  void anOutputIsListedAndItsFilesAreServedByTheirHash() throws IOException {
    var peer = new Peer("node", server.address(), SECRET);
    var output = new Outputs.OutputKey(7, "count", 3);
    assertThat(peer.held(7, "count")).containsExactly(3);
    assertThat(peer.held(8, "count")).isEmpty();
    var file = peer.listing(output).getFirst();
    assertThat(file.path()).isEqualTo("n");
    try (var in = peer.of(output).open(Content.of(file), 2)) {
      assertThat(in).hasContent("ree");
    }
  }
}
