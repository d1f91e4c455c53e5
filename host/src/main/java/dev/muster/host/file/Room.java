package dev.muster.host.file;

import java.io.IOException;
import java.nio.file.Path;

/** Room in the cache for one content that is on its way. */
final class Room implements AutoCloseable {

  private final FileCache cache;
  private final Content content;
  private final Path partial;
  private boolean kept;

  Room(FileCache cache, Content content, Path partial) {
    this.cache = cache;
    this.content = content;
    this.partial = partial;
  }

  /** Where the content grows; there may be a beginning of it already. */
  Path partial() {
    return partial;
  }

  /** The content is complete and verified. */
  Lease keep() throws IOException {
    var lease = cache.keep(content);
    kept = true;
    return lease;
  }

  /** The disk is full though the cache is not: whether something could be removed. */
  boolean freeDisk() {
    return cache.free(content.bytes());
  }

  @Override
  public void close() {
    if (!kept) {
      cache.giveBack(content);
    }
  }
}
