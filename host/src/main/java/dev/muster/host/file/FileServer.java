package dev.muster.host.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.host.Patience;
import dev.muster.host.Refusal;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.nio.file.NoSuchFileException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;

/**
 * Serves files to those who know the secret of the cell.
 *
 * <pre>
 *   /files/3f1c07…                a content, with ranges
 *   /outputs/17/count             the tasks of that stage whose outputs are here, a line for each
 *   /outputs/17/count/3           what that task left, see {@link Listing}
 *   /outputs/17/count/3/3f1c07…   one file of it, with ranges
 * </pre>
 *
 * <p>No part of a request is ever used as a path: contents are looked up, numbers are parsed, and
 * the name of a stage is one or nothing is found.
 */
public final class FileServer implements AutoCloseable {

  public static final String SECRET_HEADER = "Muster-Secret";

  /** How many are served at a time; the others are told to come again. */
  public static final int MAX_TRANSFERS = 64;

  /** The longest reason that is read from a server. */
  static final int MAX_ERROR_BYTES = 1_000;

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);
  private static final int SYSTEM_BACKLOG = 0;

  private final HttpServer server;
  private final byte[] secret;
  private final Shelf files;
  private final Optional<Outputs> outputs;
  private final Semaphore transfers = new Semaphore(MAX_TRANSFERS);
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("serve-", 0).factory());

  private FileServer(HttpServer server, String secret, Shelf files, Optional<Outputs> outputs) {
    this.server = server;
    this.secret = secret.getBytes(UTF_8);
    this.files = files;
    this.outputs = outputs;
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** Serves a submitter's files. */
  public static FileServer start(InetSocketAddress at, String secret, Shelf files)
      throws IOException {
    return new FileServer(bind(at), secret, files, Optional.empty());
  }

  /**
   * Serves a node's cache and what tasks left there.
   *
   * @param at port 0 for any that is free
   */
  public static FileServer start(InetSocketAddress at, String secret, Shelf files, Outputs outputs)
      throws IOException {
    return new FileServer(bind(at), secret, files, Optional.of(outputs));
  }

  private static HttpServer bind(InetSocketAddress at) throws IOException {
    try {
      return HttpServer.create(at, SYSTEM_BACKLOG);
    } catch (IOException refused) {
      throw new IOException("cannot serve files at " + at + ": " + refused.getMessage(), refused);
    }
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var answer = new Answer(exchange);
      if (!knowsSecret(exchange)) {
        answer.text(HttpURLConnection.HTTP_FORBIDDEN, "the secret of the cell is needed\n");
      } else if (!List.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
        answer.text(HttpURLConnection.HTTP_BAD_METHOD, "GET or HEAD\n");
      } else if (!transfers.tryAcquire()) {
        answer.text(HttpURLConnection.HTTP_UNAVAILABLE, "too many transfers; try again\n");
      } else {
        serve(exchange, answer);
      }
    }
  }

  private boolean knowsSecret(HttpExchange exchange) {
    var said = exchange.getRequestHeaders().getFirst(SECRET_HEADER);
    return said != null && MessageDigest.isEqual(said.getBytes(UTF_8), secret);
  }

  private void serve(HttpExchange exchange, Answer answer) throws IOException {
    try {
      route(List.of(exchange.getRequestURI().getRawPath().split("/", -1)), answer);
    } finally {
      transfers.release();
    }
  }

  private void route(List<String> path, Answer answer) throws IOException {
    if (path.size() == 3 && path.get(1).equals("files")) {
      send(files.find(path.get(2)), answer);
    } else if (path.size() > 3 && path.get(1).equals("outputs") && outputs.isPresent()) {
      try {
        route(outputs.get(), path.subList(2, path.size()), answer);
      } catch (NoSuchFileException | IllegalArgumentException nothingOfTheKind) {
        answer.notFound();
      }
    } else {
      answer.notFound();
    }
  }

  private static void route(Outputs outputs, List<String> path, Answer answer) throws IOException {
    long job = Long.parseLong(path.get(0));
    var stage = path.get(1);
    if (path.size() == 2) {
      answer.text(HttpURLConnection.HTTP_OK, lines(outputs.held(job, stage)));
      return;
    }
    var output = new TaskOutput(job, stage, Integer.parseInt(path.get(2)));
    if (path.size() == 3) {
      listing(outputs, output, answer);
    } else if (path.size() == 4) {
      send(outputs.shelf(output).find(path.get(3)), answer);
    } else {
      answer.notFound();
    }
  }

  private static void listing(Outputs outputs, TaskOutput output, Answer answer)
      throws IOException {
    String text;
    try {
      text = Listing.format(outputs.listing(output));
    } catch (NoSuchFileException absent) {
      throw absent;
    } catch (IOException refused) {
      answer.text(HttpURLConnection.HTTP_INTERNAL_ERROR, Refusal.reason(refused));
      return;
    }
    answer.text(HttpURLConnection.HTTP_OK, text);
  }

  private static String lines(List<Integer> numbers) {
    return numbers.stream().map(number -> number + "\n").collect(Collectors.joining());
  }

  private static void send(Optional<Lease> file, Answer answer) throws IOException {
    if (file.isEmpty()) {
      answer.notFound();
      return;
    }
    try (var lease = file.get()) {
      answer.file(lease);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    Patience.join(threads, CLOSE_LIMIT);
  }
}
