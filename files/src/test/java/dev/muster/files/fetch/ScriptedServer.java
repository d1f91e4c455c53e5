package dev.muster.files.fetch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.files.serve.FilePort;
import dev.muster.files.serve.HttpAnswer;
import dev.muster.files.serve.Peer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A peer that does to one content what a test tells it, and remembers what it was asked. */
final class ScriptedServer implements AutoCloseable {
  static final int NEVER = Integer.MAX_VALUE;

  /** How one request went: where it began, and how much was sent. */
  record Request(long from, int sentBytes) {}

  final List<Request> requests = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final byte[] bytes;
  private final List<Integer> breaks;
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private volatile CountDownLatch gate = new CountDownLatch(0);

  /**
   * @param breaks after how many bytes each request in turn is broken off; those beyond never are
   */
  ScriptedServer(Sample sample, Integer... breaks) throws IOException {
    this.bytes = sample.bytes();
    this.breaks = List.of(breaks);
    this.server = HttpServer.create(loopback(), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  static FilePort port() throws IOException {
    return FilePort.bind(loopback());
  }

  /** Nobody is answered until the latch is counted down. */
  CountDownLatch hold() {
    gate = new CountDownLatch(1);
    return gate;
  }

  Peer peer(String name) {
    return new Peer(name, server.getAddress(), "secret");
  }

  int mostAtOnce() {
    return most.get();
  }

  private void handle(HttpExchange exchange) throws IOException {
    most.accumulateAndGet(waiting.incrementAndGet(), Math::max);
    try (exchange) {
      gate.await();
      // A client may send its next request as soon as it has this answer.
      waiting.decrementAndGet();
      var range =
          HttpAnswer.ByteRange.of(exchange.getRequestHeaders().getFirst("Range"), bytes.length);
      int limit = requests.size() < breaks.size() ? breaks.get(requests.size()) : NEVER;
      int sent = (int) Math.min(limit, range.length());
      requests.add(new Request(range.from(), sent));
      if (range.from() > 0) {
        exchange.getResponseHeaders().set("Content-Range", range.header(bytes.length));
      }
      exchange.sendResponseHeaders(range.from() > 0 ? 206 : 200, range.length());
      exchange.getResponseBody().write(bytes, (int) range.from(), sent);
      exchange.getResponseBody().flush();
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
