package dev.muster.files.fetch;

import dev.muster.files.content.Content;
import dev.muster.files.content.FileCache;
import dev.muster.files.content.PinnedFile;
import dev.muster.files.serve.FileSource;
import dev.muster.host.Waits;
import dev.muster.model.Tier;
import dev.muster.model.text.Quantity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * Brings contents to a node's cache: each once, however many tasks want it, several side by side.
 */
public final class Fetcher implements AutoCloseable {
  /** How many contents come at the same time; the others wait. */
  public static final int MAX_PARALLEL = 8;

  /** How many contents may be on their way or wait for it. */
  public static final int MAX_FETCHES = 100_000;

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

  /** QUEUED ─► TRANSFERRING ─► ENDED; a content that is in the cache is not transferred. */
  private enum FetchState {
    QUEUED,
    TRANSFERRING,
    ENDED
  }

  private static final class Fetch {
    private final SourceRotation sources;
    private final TransferTurns.Urgency urgency;
    private final List<CompletableFuture<PinnedFile>> waiting = new ArrayList<>();
    private FetchState state = FetchState.QUEUED;

    Fetch(SourceRotation sources, Tier tier) {
      this.sources = sources;
      this.urgency = new TransferTurns.Urgency(tier);
    }

    void become(FetchState next) {
      assert next.compareTo(state) > 0 : state + " cannot become " + next;
      state = next;
    }
  }

  private final FileCache cache;
  private final Duration busyLimit;
  private final BadSources bad = new BadSources();
  private final Map<Content, Fetch> fetches = new LinkedHashMap<>();
  private final TransferTurns turns = new TransferTurns(MAX_PARALLEL);
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("fetch-", 0).factory());

  public Fetcher(FileCache cache) {
    this(cache, SourceRotation.BUSY_LIMIT);
  }

  Fetcher(FileCache cache, Duration busyLimit) {
    this.cache = cache;
    this.busyLimit = busyLimit;
  }

  /**
   * The content, from the cache or from one of the sources. Does not block. Whoever gets the pinned
   * file closes it; a future that is cancelled gets none.
   *
   * @param tier of the task that wants it: the guaranteed go first
   */
  public CompletableFuture<PinnedFile> fetch(Content content, List<FileSource> sources, Tier tier) {
    var result = new CompletableFuture<PinnedFile>();
    try {
      join(content, sources, tier, result);
    } catch (RejectedExecutionException refused) {
      result.completeExceptionally(new IOException(refused.getMessage(), refused));
    }
    return result;
  }

  /** For a guaranteed task, or for no task. */
  public CompletableFuture<PinnedFile> fetch(Content content, List<FileSource> sources) {
    return fetch(content, sources, Tier.GUARANTEED);
  }

  private synchronized void join(
      Content content, List<FileSource> sources, Tier tier, CompletableFuture<PinnedFile> result) {
    var fetch = fetches.get(content);
    if (fetch == null) {
      begin(content, sources, tier, result);
    } else {
      turns.hurry(fetch.urgency, tier);
      fetch.sources.add(bad.last(content, sources));
      fetch.waiting.add(result);
    }
  }

  private void begin(
      Content content, List<FileSource> sources, Tier tier, CompletableFuture<PinnedFile> result) {
    if (fetches.size() >= MAX_FETCHES) {
      throw new RejectedExecutionException(
          "the node is at its limit of " + Quantity.formatCount(MAX_FETCHES) + " fetches");
    }
    var fetch = new Fetch(new SourceRotation(busyLimit), tier);
    fetch.waiting.add(result);
    fetch.sources.add(bad.last(content, sources));
    threads.execute(() -> run(content, fetch));
    fetches.put(content, fetch);
  }

  private void run(Content content, Fetch fetch) {
    try {
      handOut(content, find(content, fetch));
    } catch (IOException | RuntimeException | Error failure) {
      end(content).forEach(waiting -> waiting.completeExceptionally(failure));
    } catch (InterruptedException closed) {
      var failure = new IOException("the node stops", closed);
      end(content).forEach(waiting -> waiting.completeExceptionally(failure));
    }
  }

  private PinnedFile find(Content content, Fetch fetch) throws IOException, InterruptedException {
    var here = cache.find(content);
    if (here.isPresent()) {
      return here.get();
    }
    turns.take(fetch.urgency);
    try (var space = cache.reserve(content)) {
      fetch.become(FetchState.TRANSFERRING);
      return new Download(content, fetch.sources, bad, () -> turns.yields(fetch.urgency))
          .into(space);
    } finally {
      turns.giveBack();
    }
  }

  private synchronized List<CompletableFuture<PinnedFile>> end(Content content) {
    var fetch = fetches.remove(content);
    if (fetch == null) {
      return List.of();
    }
    fetch.become(FetchState.ENDED);
    return fetch.waiting;
  }

  /** Each pins the file for itself, before the first pin is released. */
  private void handOut(Content content, PinnedFile first) {
    try (first) {
      for (var waiting : end(content)) {
        handOut(content, waiting);
      }
    }
  }

  private void handOut(Content content, CompletableFuture<PinnedFile> waiting) {
    var pinned = cache.find(content);
    if (pinned.isEmpty()) {
      waiting.completeExceptionally(new IOException("it was changed in the node's cache"));
    } else if (!waiting.complete(pinned.get())) {
      pinned.get().close();
    }
  }

  /** Ends all that is under way; what came so far is gone on with after the next start. */
  @Override
  public void close() {
    threads.shutdownNow();
    Waits.join(threads, CLOSE_LIMIT);
  }

  /** Sources that sent another content than requested: they are asked last from then on. */
  static final class BadSources {
    /** Of so many contents at most; those that were complained of longest ago are forgotten. */
    static final int LIMIT = 1_000;

    private final Map<Content, Set<String>> names = new LinkedHashMap<>();

    synchronized void remember(Content content, FileSource source) {
      var of = names.remove(content);
      var more = of == null ? new HashSet<String>() : of;
      more.add(source.name());
      names.put(content, more);
      if (names.size() > LIMIT) {
        names.remove(names.keySet().iterator().next());
      }
    }

    synchronized List<FileSource> last(Content content, List<FileSource> sources) {
      var bad = names.getOrDefault(content, Set.of());
      var sorted = new ArrayList<>(sources);
      sorted.sort(Comparator.comparing(source -> bad.contains(source.name())));
      return sorted;
    }
  }
}
