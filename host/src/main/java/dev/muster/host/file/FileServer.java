package dev.muster.host.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.host.Patience;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
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
 *   /outputs/17/count/3           what that task left, see {@link Listing}
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

  /** How many files are sent at a time; who wants more is told to come again. */
  public static final int MAX_TRANSFERS = 64;

  /** How many questions are answered at a time, however many files are sent meanwhile. */
  static final int MAX_QUESTIONS = 256;

  /** The longest reason that is read from a server. */
  static final int MAX_ERROR_BYTES = 1_000;

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final HttpServer server;
  private final byte[] secret;
  private final Routes routes;
  private final Semaphore transfers = new Semaphore(MAX_TRANSFERS);
  private final Semaphore questions = new Semaphore(MAX_QUESTIONS);
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("serve-", 0).factory());

  private FileServer(HttpServer server, String secret, Offer offer) {
    this.server = server;
    this.secret = secret.getBytes(UTF_8);
    this.routes = new Routes(offer, new LongAdder());
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** Begins to serve there. */
  public static FileServer start(FilePort port, String secret, Offer offer) {
    return new FileServer(port.take(), secret, offer);
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  /** How many files were asked for and found here so far. */
  public long filesServed() {
    return routes.served().sum();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var answer = new Answer(exchange);
      if (!knowsSecret(exchange)) {
        answer.text(HttpURLConnection.HTTP_FORBIDDEN, "the secret of the cell is needed\n");
      } else if (!List.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
        answer.text(HttpURLConnection.HTTP_BAD_METHOD, "GET or HEAD\n");
      } else {
        var path = exchange.getRequestURI().getRawPath();
        serve(List.of(path.substring(1).split("/", -1)), answer);
      }
    }
  }

  private boolean knowsSecret(HttpExchange exchange) {
    var said = exchange.getRequestHeaders().getFirst(SECRET_HEADER);
    return said != null && MessageDigest.isEqual(said.getBytes(UTF_8), secret);
  }

  private void serve(List<String> words, Answer answer) throws IOException {
    var turns = Routes.wantsFile(words) ? transfers : questions;
    if (!turns.tryAcquire()) {
      answer.text(HttpURLConnection.HTTP_UNAVAILABLE, "too many at a time; try again\n");
      return;
    }
    try {
      routes.answer(words, answer);
    } finally {
      turns.release();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    Patience.join(threads, CLOSE_LIMIT);
  }
}
