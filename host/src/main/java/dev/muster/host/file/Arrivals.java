package dev.muster.host.file;

import dev.muster.host.Refusal;
import dev.muster.model.FileRef;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Files that are on their way together, and stay as long as this is open. */
final class Arrivals implements AutoCloseable {

  private final Map<FileRef, CompletableFuture<Lease>> leases = new LinkedHashMap<>();

  private Arrivals() {}

  /** Does not block. */
  static Arrivals begin(Fetcher fetcher, List<FileRef> files, List<FileSource> sources) {
    var arrivals = new Arrivals();
    for (var file : files) {
      if (!file.isDirectory()) {
        arrivals.leases.computeIfAbsent(file, wanted -> fetch(fetcher, wanted, sources));
      }
    }
    return arrivals;
  }

  private static CompletableFuture<Lease> fetch(
      Fetcher fetcher, FileRef file, List<FileSource> sources) {
    try {
      return fetcher.fetch(Content.of(file), sources);
    } catch (IllegalArgumentException noContent) {
      return CompletableFuture.failedFuture(new IOException(noContent.getMessage(), noContent));
    }
  }

  /** Waits for all. */
  void await() throws IOException, InterruptedException {
    for (var each : leases.entrySet()) {
      try {
        var lease = each.getValue().get();
        if (each.getKey().executable()) {
          FileCache.makeProgram(lease);
        }
      } catch (ExecutionException failed) {
        throw new IOException(
            "cannot fetch `" + each.getKey().path() + "`: " + reason(failed), failed);
      }
    }
  }

  private static String reason(ExecutionException failed) {
    return failed.getCause() instanceof IOException refused
        ? Refusal.reason(refused)
        : String.valueOf(failed.getCause());
  }

  /** To be asked when all are there. */
  Lease lease(FileRef file) throws IOException {
    var lease = leases.get(file);
    if (lease == null) {
      throw new IOException("`" + file.path() + "` was not fetched");
    }
    return lease.join();
  }

  /** Nobody waits for them any more; those that are there may be removed. */
  @Override
  public void close() {
    for (var lease : leases.values()) {
      lease.cancel(false);
      if (!lease.isCompletedExceptionally()) {
        lease.join().close();
      }
    }
  }
}
