package dev.muster.files.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.files.content.ContentStore;
import dev.muster.host.Waits;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/**
 * Serves files to those who know the secret of the cell.
 *
 * <pre>
 *   /files/3f1c07…                a content, with ranges
 *   /outputs/17/count             the tasks of that stage whose outputs are here, a line for each
 *   /outputs/17/count/3           what that task left, see {@link Outputs.Listing}
 *   /outputs/17/count/3/3f1c07…   one file of it, with ranges
 *   /logs/17/count                what tasks of that stage wrote here: task, name, length
 *   /logs/17/count/3              the same of one task
 *   /logs/17/count/3/stdout.1     one of these
 *   /holdings/17/count/node-2     who holds what that stage left, for node-2
 *   /holders/3f1c07…/node-2       who may have that content, for node-2
 *   /running                      the last job, and those that have not ended
 * </pre>
 *
 * <p>No part of a request is ever used as a path: contents are looked up, numbers are parsed, and
 * the name of a stage is one or nothing is found.
 */
public final class FileServer implements AutoCloseable {
  public static final String SECRET_HEADER = "Muster-Secret";

  /** Says that the files are for an opportunistic task, so that others go first. */
  public static final String YIELDS_HEADER = "Muster-Yields";

  /** How many files are sent at a time; the next requests are refused and tried again. */
  public static final int MAX_TRANSFERS = 64;

  /** How many of these may be for opportunistic tasks. */
  public static final int MAX_YIELDING = MAX_TRANSFERS / 4;

  /** How many questions are answered at a time, however many files are sent meanwhile. */
  static final int MAX_QUESTIONS = 256;

  /** The longest reason that is read from a server. */
  static final int MAX_ERROR_BYTES = 1_000;

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final HttpServer server;
  private final byte[] secret;
  private final Routes routes;
  private final Semaphore transfers = new Semaphore(MAX_TRANSFERS);
  private final Semaphore yielding = new Semaphore(MAX_YIELDING);
  private final Semaphore questions = new Semaphore(MAX_QUESTIONS);
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("serve-", 0).factory());

  private FileServer(HttpServer server, String secret, Catalog catalog) {
    this.server = server;
    this.secret = secret.getBytes(UTF_8);
    this.routes = new Routes(catalog, new LongAdder());
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  public static FileServer start(FilePort port, String secret, Catalog catalog) {
    return new FileServer(port.take(), secret, catalog);
  }

  public InetSocketAddress address() {
    return server.getAddress();
  }

  public long filesServed() {
    return routes.served().sum();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var answer = new HttpAnswer(exchange);
      if (!knowsSecret(exchange)) {
        answer.text(HttpURLConnection.HTTP_FORBIDDEN, "the secret of the cell is needed\n");
      } else if (!List.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
        answer.text(HttpURLConnection.HTTP_BAD_METHOD, "GET or HEAD\n");
      } else {
        var path = exchange.getRequestURI().getRawPath();
        boolean yields = exchange.getRequestHeaders().containsKey(YIELDS_HEADER);
        serve(List.of(path.substring(1).split("/", -1)), yields, answer);
      }
    }
  }

  private boolean knowsSecret(HttpExchange exchange) {
    var said = exchange.getRequestHeaders().getFirst(SECRET_HEADER);
    return said != null && MessageDigest.isEqual(said.getBytes(UTF_8), secret);
  }

  private void serve(List<String> segments, boolean yields, HttpAnswer answer) throws IOException {
    if (!Routes.wantsFile(segments)) {
      serve(segments, List.of(questions), answer);
    } else {
      serve(segments, yields ? List.of(yielding, transfers) : List.of(transfers), answer);
    }
  }

  /** With a turn of each of these. */
  private void serve(List<String> segments, List<Semaphore> turns, HttpAnswer answer)
      throws IOException {
    if (turns.isEmpty()) {
      routes.answer(segments, answer);
    } else if (turns.getFirst().tryAcquire()) {
      try {
        serve(segments, turns.subList(1, turns.size()), answer);
      } finally {
        turns.getFirst().release();
      }
    } else {
      answer.text(HttpURLConnection.HTTP_UNAVAILABLE, "too many at a time; try again\n");
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    Waits.join(threads, CLOSE_LIMIT);
  }

  public record Catalog(
      ContentStore files,
      Optional<Outputs> outputs,
      Optional<Logs> logs,
      Optional<FileLocations> locations) {
    public static Catalog of(ContentStore files) {
      return new Catalog(files, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Of a node: its cache, and what tasks left and wrote there. */
    public static Catalog ofNode(ContentStore cache, Outputs outputs, Outputs.Layout layout) {
      return new Catalog(
          cache, Optional.of(outputs), Optional.of(new Logs(layout)), Optional.empty());
    }

    /** Of a cell: the files of its jobs, what lies in its home, and what it knows of its nodes. */
    public static Catalog ofCell(
        ContentStore files, Outputs.Layout layout, FileLocations locations) {
      return new Catalog(
          files, Optional.of(new Outputs(layout)), Optional.empty(), Optional.of(locations));
    }
  }
}
