package dev.muster.files.content;

import java.io.IOException;
import java.nio.file.Path;

/** Space in the cache for one content that is on its way; used by one thread. */
public final class CacheReservation implements AutoCloseable {
  /** OPEN ─► COMMITTED, or OPEN ─► RELEASED. */
  private enum CacheReservationState {
    OPEN,
    COMMITTED,
    RELEASED
  }

  private final FileCache cache;
  private final Content content;
  private final Path partial;
  private CacheReservationState state = CacheReservationState.OPEN;

  CacheReservation(FileCache cache, Content content, Path partial) {
    this.cache = cache;
    this.content = content;
    this.partial = partial;
  }

  public Path partial() {
    return partial;
  }

  public PinnedFile commit() throws IOException {
    var pinned = cache.commit(content);
    become(CacheReservationState.COMMITTED);
    return pinned;
  }

  /** The disk is full though the cache is not: whether something could be removed. */
  public boolean freeDisk() {
    return cache.free(content.bytes());
  }

  @Override
  public void close() {
    if (state == CacheReservationState.OPEN) {
      become(CacheReservationState.RELEASED);
      cache.release(content);
    }
  }

  private void become(CacheReservationState next) {
    assert state == CacheReservationState.OPEN : state + " cannot become " + next;
    state = next;
  }
}
