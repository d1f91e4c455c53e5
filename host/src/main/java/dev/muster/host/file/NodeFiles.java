package dev.muster.host.file;

import dev.muster.core.loop.Work;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** All that a node has to do with files: its cache, what it fetches, what it serves and keeps. */
public final class NodeFiles implements Supplies {

  /** For so many stages at a time files are brought ahead of the first start. */
  static final int MAX_AHEAD = 1_000;

  /**
   * @param home where the cache and the list of ended jobs lie
   * @param cacheBytes how much the cache may hold
   * @param address where peers are served; port 0 for any that is free
   * @param secret what all nodes of the cell know, and nobody else
   * @param retention how long outputs stay after the end of their job
   */
  public record Options(
      Path home, long cacheBytes, InetSocketAddress address, String secret, Duration retention) {

    public static Options standard(Path home, InetSocketAddress address, String secret) {
      return new Options(
          home, FileCache.DEFAULT_LIMIT_BYTES, address, secret, Retention.DEFAULT_LIFE);
    }
  }

  private record Stage(long job, int number) {}

  private final Sources sources;
  private final FileCache cache;
  private final Fetcher fetcher;
  private final Inputs inputs;
  private final FileServer server;
  private final Retention retention;
  private final Set<Stage> ahead = ConcurrentHashMap.newKeySet();

  private NodeFiles(
      Sources sources, FileCache cache, Outputs outputs, FileServer server, Retention retention) {
    this.sources = sources;
    this.cache = cache;
    this.server = server;
    this.retention = retention;
    this.fetcher = new Fetcher(cache);
    this.inputs = new Inputs(outputs, fetcher, sources);
  }

  /** Opens all of it, or leaves nothing open. */
  public static NodeFiles open(Options options, Outputs.Layout layout, Sources sources)
      throws IOException {
    var cache = FileCache.open(options.home().resolve("cache"), options.cacheBytes());
    try {
      return serve(options, layout, sources, cache);
    } catch (IOException | RuntimeException | Error refused) {
      cache.close();
      throw refused;
    }
  }

  private static NodeFiles serve(
      Options options, Outputs.Layout layout, Sources sources, FileCache cache) throws IOException {
    var outputs = new Outputs(layout);
    var server = FileServer.start(options.address(), options.secret(), cache, outputs);
    try {
      var retention = Retention.start(options.home(), layout, options.retention());
      return new NodeFiles(sources, cache, outputs, server, retention);
    } catch (RuntimeException | Error refused) {
      server.close();
      throw refused;
    }
  }

  /** Where this node's files can be had. */
  public InetSocketAddress address() {
    return server.address();
  }

  @Override
  public Supply bring(Work work) {
    var spec = work.spec();
    if (spec.contents().isEmpty() && spec.after().isEmpty()) {
      return Supply.NOTHING;
    }
    return new TaskSupply(
        spec.contents(),
        Arrivals.begin(fetcher, spec.contents(), sources.contents(work)),
        CompletableFuture.allOf(
            spec.after().stream()
                .map(stage -> inputs.bring(work, stage))
                .toArray(CompletableFuture<?>[]::new)));
  }

  @Override
  public void bringAhead(Work work) {
    var stage = new Stage(work.job(), work.stage());
    if (ahead.size() < MAX_AHEAD && ahead.add(stage)) {
      Thread.ofVirtual()
          .name("ahead-" + work)
          .start(
              () -> {
                try {
                  bringOnce(work);
                } finally {
                  ahead.remove(stage);
                }
              });
    }
  }

  private void bringOnce(Work work) {
    try (var supply = bring(work)) {
      supply.await();
    } catch (IOException | CancellationException itsStartWillSaySo) {
      // Whoever launches it tries again, and has somebody to tell.
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** A job has ended: what its tasks left goes when its time is over. */
  public void ended(long job) throws IOException {
    retention.ended(job);
  }

  @Override
  public void close() {
    retention.close();
    inputs.close();
    fetcher.close();
    server.close();
    cache.close();
  }
}
