package dev.muster.files.fetch;

import dev.muster.core.actor.Work;
import dev.muster.core.event.MonitorEvent.LoadReported;
import dev.muster.files.content.Directories;
import dev.muster.files.content.FileCache;
import dev.muster.files.serve.FilePort;
import dev.muster.files.serve.FileServer;
import dev.muster.files.serve.FileServer.Catalog;
import dev.muster.files.serve.Outputs;
import dev.muster.host.IoErrors;
import dev.muster.model.FileRef;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** All that a node has to do with files: its cache, what it fetches, what it serves and keeps. */
public final class NodeFiles implements Localizer {
  /** For so many stages at a time files are brought ahead of the first start. */
  static final int MAX_AHEAD = 1_000;

  /**
   * @param home where the list of ended jobs lies
   * @param cache where the cache lies, for this node alone
   * @param cacheBytes how much the cache may hold
   * @param port where peers are served; none if another process serves and removes what lies in
   *     this home
   * @param secret what all nodes of the cell know, and nobody else
   * @param retention how long outputs stay after the end of their job
   */
  public record NodeFileOptions(
      Path home,
      Path cache,
      long cacheBytes,
      Optional<FilePort> port,
      String secret,
      Duration retention) {
    public static NodeFileOptions standard(Path home, FilePort port, String secret) {
      return new NodeFileOptions(
          home,
          home.resolve("cache"),
          FileCache.DEFAULT_LIMIT_BYTES,
          Optional.of(port),
          secret,
          Retention.DEFAULT_PERIOD);
    }
  }

  private record Serving(FileServer server, Retention retention) {
    void close() {
      retention.close();
      server.close();
    }
  }

  private record StageId(long job, int number) {}

  private final Sources sources;
  private final FileCache cache;
  private final Fetcher fetcher;
  private final InputFetcher inputs;
  private final Optional<Serving> serving;
  private final Set<StageId> ahead = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();

  private NodeFiles(Sources sources, FileCache cache, Outputs outputs, Optional<Serving> serving) {
    this.sources = sources;
    this.cache = cache;
    this.serving = serving;
    this.fetcher = new Fetcher(cache);
    this.inputs = new InputFetcher(outputs, fetcher, sources);
  }

  /** Opens all of it; if it can't, the port stays the caller's to close. */
  public static NodeFiles open(NodeFileOptions options, Outputs.Layout layout, Sources sources)
      throws IOException {
    var cache = FileCache.open(options.cache(), options.cacheBytes());
    var outputs = new Outputs(layout);
    var serving =
        options
            .port()
            .map(
                port ->
                    new Serving(
                        FileServer.start(
                            port, options.secret(), Catalog.ofNode(cache, outputs, layout)),
                        Retention.start(options.home(), layout, options.retention())));
    return new NodeFiles(sources, cache, outputs, serving);
  }

  public Optional<InetSocketAddress> address() {
    return serving.map(each -> each.server().address());
  }

  @Override
  public boolean sharesHome() {
    return sources.seesFiles();
  }

  @Override
  public List<FileRef> absent(StageSpec stage) {
    return sources.seesFiles() ? List.of() : stage.files().contents();
  }

  @Override
  public Localizer.Localization localize(Work work, Tier tier) {
    var spec = work.spec();
    var absent = absent(spec);
    if (absent.isEmpty() && spec.after().isEmpty()) {
      return Localizer.Localization.NOTHING;
    }
    return new TaskLocalization(
        absent,
        PendingFiles.begin(fetcher, absent, sources.contents(work), tier),
        CompletableFuture.allOf(
            spec.after().stream()
                .map(edge -> inputs.bring(work, edge, tier))
                .toArray(CompletableFuture<?>[]::new)));
  }

  @Override
  public void localizeAhead(Work work, Tier tier) {
    var stage = new StageId(work.job(), work.stage());
    if (ahead.size() < MAX_AHEAD && ahead.add(stage)) {
      Thread.ofVirtual()
          .name("ahead-" + work)
          .start(
              () -> {
                try {
                  localizeOnce(work, tier);
                } finally {
                  ahead.remove(stage);
                }
              });
    }
  }

  private void localizeOnce(Work work, Tier tier) {
    try (var files = localize(work, tier)) {
      files.await();
    } catch (IOException | CancellationException itsStartWillSaySo) {
      // Whoever launches it tries again, and has somebody to tell.
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public List<Long> cachedFiles() {
    return cache.largest(LoadReported.MAX_FILES);
  }

  /** A job has ended: what its tasks left goes when its time is over. */
  public void ended(long job) throws IOException {
    if (serving.isPresent()) {
      serving.get().retention().ended(job);
    }
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    inputs.close();
    fetcher.close();
    serving.ifPresent(Serving::close);
    cache.close();
  }

  /**
   * The files of an attempt by their contents, and what the stages before it left.
   *
   * @param inputs done when all of that is here; of this attempt alone
   */
  record TaskLocalization(
      List<FileRef> files, PendingFiles arrivals, CompletableFuture<Void> inputs)
      implements Localizer.Localization {
    @Override
    public void await() throws IOException, InterruptedException {
      arrivals.await();
      try {
        inputs.get();
      } catch (ExecutionException failed) {
        throw failed.getCause() instanceof IOException refused
            ? refused
            : new IOException(String.valueOf(failed.getCause()), failed);
      }
    }

    @Override
    public void link(Path work) throws IOException {
      for (var file : files) {
        var place = Directories.resolveInside(work, file.path());
        try {
          link(file, place);
        } catch (FileAlreadyExistsException twice) {
          throw new IOException("there is a second `" + file.path() + "`", twice);
        } catch (IOException refused) {
          throw new IOException(
              "cannot link `" + file.path() + "`: " + IoErrors.reason(refused), refused);
        }
      }
    }

    private void link(FileRef file, Path place) throws IOException {
      if (file.isDirectory()) {
        Files.createDirectories(place);
      } else {
        Files.createDirectories(place.getParent());
        Files.createSymbolicLink(place, arrivals.pinned(file).path());
      }
    }

    @Override
    public void close() {
      inputs.cancel(false);
      arrivals.close();
    }
  }
}
