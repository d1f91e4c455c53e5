package dev.muster.files.fetch;

import dev.muster.files.content.CacheReservation;
import dev.muster.files.content.Content;
import dev.muster.files.content.PartialFile;
import dev.muster.files.content.PinnedFile;
import dev.muster.files.serve.PeerRequest;
import dev.muster.host.IoErrors;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Brings one content to the cache.
 *
 * <p>A source that breaks off is followed by the next, from the same byte on. Content that is not
 * what it should be begins anew; if it was all from one source, that one is not asked again. One
 * that has too much to do is waited for.
 */
final class Download {
  private final Content content;
  private final SourceRotation candidates;
  private final Fetcher.BadSources bad;
  private final BooleanSupplier yields;

  private final Set<SourceRotation.RatedSource> origins = new LinkedHashSet<>();

  /** Whether some of it is from an earlier fetch, and nobody knows from whom. */
  private boolean begunEarlier;

  /**
   * @param yields whether sources may let others go first
   */
  Download(
      Content content, SourceRotation candidates, Fetcher.BadSources bad, BooleanSupplier yields) {
    this.content = content;
    this.candidates = candidates;
    this.bad = bad;
    this.yields = yields;
  }

  PinnedFile into(CacheReservation space) throws IOException {
    try (var partial = PartialFile.open(content, space.partial())) {
      begunEarlier = partial.bytes() > 0;
      while (!isDone(partial)) {
        ask(next(), partial, space);
      }
    }
    return space.commit();
  }

  private boolean isDone(PartialFile partial) throws IOException {
    if (!partial.isComplete()) {
      return false;
    }
    if (partial.isSound()) {
      return true;
    }
    blame();
    partial.clear();
    return false;
  }

  private void blame() throws IOException {
    if (origins.isEmpty() && !begunEarlier) {
      throw new IOException("no file without content has that hash");
    }
    boolean mixed = begunEarlier || origins.size() > 1;
    for (var origin : origins) {
      if (mixed) {
        origin.failed("sent a part that does not fit to the others");
      } else {
        origin.giveUp("sent something else than what was asked for");
        bad.remember(content, origin.source());
      }
    }
    origins.clear();
    begunEarlier = false;
  }

  private SourceRotation.RatedSource next() throws IOException {
    return candidates
        .next()
        .orElseThrow(() -> new IOException("no source has sent it: " + candidates.problems()));
  }

  private void ask(
      SourceRotation.RatedSource candidate, PartialFile partial, CacheReservation space)
      throws IOException {
    pause(candidate.pause());
    try (var in = candidate.source().open(content, partial.bytes(), yields.getAsBoolean())) {
      origins.add(candidate);
      partial.append(in);
      if (!partial.isComplete()) {
        candidate.failed("broke off" + progress(partial));
      }
    } catch (NoSuchFileException lacking) {
      candidate.giveUp("does not have it");
    } catch (PeerRequest.Busy later) {
      candidate.busy(IoErrors.reason(later));
    } catch (PartialFile.DiskRefused full) {
      makeSpaceOnDisk(candidate, space, full);
    } catch (IOException brokenOff) {
      candidate.failed(IoErrors.reason(brokenOff) + progress(partial));
    }
  }

  private static void pause(Duration length) throws IOException {
    try {
      Thread.sleep(length);
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
      throw new IOException("the node stops", closed);
    }
  }

  private String progress(PartialFile partial) {
    return partial.bytes() == 0
        ? ""
        : ", after %d of %d bytes".formatted(partial.bytes(), content.bytes());
  }

  private static void makeSpaceOnDisk(
      SourceRotation.RatedSource candidate, CacheReservation space, PartialFile.DiskRefused full)
      throws IOException {
    candidate.failed("the disk refused: " + IoErrors.reason(full));
    if (!space.freeDisk()) {
      throw new IOException(
          "the node's disk refused it, and nothing in the cache can be removed: "
              + IoErrors.reason(full),
          full);
    }
  }
}
