package dev.muster.files.fetch;

import dev.muster.files.content.Content;
import dev.muster.files.content.FileCache;
import dev.muster.files.content.PinnedFile;
import dev.muster.files.serve.FileSource;
import dev.muster.host.IoErrors;
import dev.muster.model.FileRef;
import dev.muster.model.Tier;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Files that are on their way together, and stay as long as this is open. */
final class PendingFiles implements AutoCloseable {
  private final Map<FileRef, CompletableFuture<PinnedFile>> pending = new LinkedHashMap<>();

  private PendingFiles() {}

  static PendingFiles begin(
      Fetcher fetcher, List<FileRef> files, List<FileSource> sources, Tier tier) {
    var arrivals = new PendingFiles();
    for (var file : files) {
      if (!file.isDirectory()) {
        arrivals.pending.computeIfAbsent(file, wanted -> fetch(fetcher, wanted, sources, tier));
      }
    }
    return arrivals;
  }

  private static CompletableFuture<PinnedFile> fetch(
      Fetcher fetcher, FileRef file, List<FileSource> sources, Tier tier) {
    try {
      return fetcher.fetch(Content.of(file), sources, tier);
    } catch (IllegalArgumentException noContent) {
      return CompletableFuture.failedFuture(new IOException(noContent.getMessage(), noContent));
    }
  }

  void await() throws IOException, InterruptedException {
    for (var each : pending.entrySet()) {
      try {
        var pinned = each.getValue().get();
        if (each.getKey().executable()) {
          FileCache.makeProgram(pinned);
        }
      } catch (ExecutionException failed) {
        throw new IOException(
            "cannot fetch `" + each.getKey().path() + "`: " + reason(failed), failed);
      }
    }
  }

  private static String reason(ExecutionException failed) {
    return failed.getCause() instanceof IOException refused
        ? IoErrors.reason(refused)
        : String.valueOf(failed.getCause());
  }

  PinnedFile pinned(FileRef file) throws IOException {
    var pinned = pending.get(file);
    if (pinned == null) {
      throw new IOException("`" + file.path() + "` was not fetched");
    }
    return pinned.join();
  }

  /** Nobody waits for them any more; those that are there may be removed. */
  @Override
  public void close() {
    for (var pinned : pending.values()) {
      pinned.cancel(false);
      if (!pinned.isCompletedExceptionally()) {
        pinned.join().close();
      }
    }
  }
}
