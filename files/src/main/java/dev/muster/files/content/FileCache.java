package dev.muster.files.content;

import dev.muster.host.PrivateFiles;
import dev.muster.host.ProcessLock;
import dev.muster.model.text.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The files of one node by what they hold, up to a size. Where space is needed, the least recently
 * used contents are removed; what a task or a peer reads is pinned and stays.
 *
 * <p>Files are read-only, and symbolic links lead to them, so that a removed file is truly gone. A
 * content that one job wants as a program is executable for all.
 */
public final class FileCache implements ContentStore, AutoCloseable {
  public static final long DEFAULT_LIMIT_BYTES = 16L << 30;

  private static final float LOAD_FACTOR = 0.75f;
  private static final String READ_ONLY = "r--r--r--";
  private static final String PROGRAM = "r-xr-xr-x";

  private static final int PREFIX_DIGITS = 16;
  private static final int HEX = 16;
  private static final Comparator<CacheEntry> LARGEST_FIRST =
      Comparator.<CacheEntry>comparingLong(entry -> -entry.bytes)
          .thenComparing(entry -> entry.sha256);

  private final CacheDirectory directory;
  private final long limitBytes;
  private final ProcessLock lock;

  private final Map<String, CacheEntry> entries = new LinkedHashMap<>(16, LOAD_FACTOR, true);

  /** Partial files without a download, and their lengths. */
  private final Map<Content, Long> leftovers = new LinkedHashMap<>();

  /** What all entries and leftovers have, and all space that is reserved. */
  private long usedBytes;

  /** The largest of the entries, until these change. */
  private @Nullable List<Long> largest;

  private int largestCount;

  private FileCache(CacheDirectory directory, long limitBytes, ProcessLock lock)
      throws IOException {
    this.directory = directory;
    this.limitBytes = limitBytes;
    this.lock = lock;
    for (var content : directory.partialContents(Instant.now())) {
      leave(content);
    }
    for (var found : directory.files()) {
      insert(new CacheEntry(found.sha256(), found.path(), found.bytes(), found.written(), false));
    }
    makeSpace(0);
  }

  public static FileCache open(Path root, long limitBytes) throws IOException {
    var directory = new CacheDirectory(root.toAbsolutePath().normalize());
    directory.create();
    var lock = directory.lock();
    try {
      return new FileCache(directory, limitBytes, lock);
    } catch (IOException unreadable) {
      lock.close();
      throw unreadable;
    }
  }

  /** The file with that content; one that somebody has changed is dropped. */
  @Override
  public Optional<PinnedFile> find(String sha256) {
    var entry = pin(sha256);
    if (entry == null) {
      return Optional.empty();
    }
    if (!entry.isSound()) {
      drop(entry);
      return Optional.empty();
    }
    entry.touch();
    return Optional.of(pinned(entry));
  }

  public Optional<PinnedFile> find(Content content) {
    var pinned = find(content.sha256());
    if (pinned.isPresent() && pinned.get().bytes() != content.bytes()) {
      pinned.get().close();
      return Optional.empty();
    }
    return pinned;
  }

  private synchronized @Nullable CacheEntry pin(String sha256) {
    var entry = entries.get(sha256);
    if (entry != null) {
      entry.pins++;
    }
    return entry;
  }

  private synchronized void unpin(CacheEntry entry) {
    entry.pins--;
  }

  private PinnedFile pinned(CacheEntry entry) {
    return new PinnedFile(entry.path, entry.bytes, () -> unpin(entry));
  }

  /**
   * Reserves space for a content, removing others where it must.
   *
   * @throws IOException if it can't be had; the message says what would have to change
   */
  public synchronized CacheReservation reserve(Content content) throws IOException {
    var left = leftovers.remove(content);
    usedBytes -= left == null ? 0 : left;
    if (!makeSpace(content.bytes())) {
      Files.deleteIfExists(directory.partial(content));
      throw new IOException(shortage(content));
    }
    usedBytes += content.bytes();
    return new CacheReservation(this, content, directory.partial(content));
  }

  private String shortage(Content content) {
    var limit = Quantity.formatBytes(limitBytes);
    if (content.bytes() > limitBytes) {
      return "it is larger than the node's cache of " + limit + "; that would have to be raised";
    }
    return "no space in the node's cache of %s: %s of it are in use by tasks and transfers"
        .formatted(limit, Quantity.formatBytes(usedBytes));
  }

  PinnedFile commit(Content content) throws IOException {
    var partial = directory.partial(content);
    var path = directory.file(content.sha256());
    PrivateFiles.createPassage(Objects.requireNonNull(path.getParent()));
    Files.setPosixFilePermissions(partial, PosixFilePermissions.fromString(READ_ONLY));
    var written = Files.getLastModifiedTime(partial);
    var entry = new CacheEntry(content.sha256(), path, content.bytes(), written, true);
    entry.pins = 1;
    synchronized (this) {
      Files.move(partial, path, StandardCopyOption.ATOMIC_MOVE);
      usedBytes -= content.bytes();
      insert(entry);
    }
    return pinned(entry);
  }

  synchronized void release(Content content) {
    usedBytes -= content.bytes();
    try {
      leave(content);
    } catch (IOException neverBegun) {
      // Then there is nothing to go on with.
    }
  }

  private void leave(Content content) throws IOException {
    long bytes = Files.size(directory.partial(content));
    leftovers.put(content, bytes);
    usedBytes += bytes;
  }

  private void insert(CacheEntry entry) {
    largest = null;
    var before = entries.put(entry.sha256, entry);
    usedBytes += entry.bytes - (before == null ? 0 : before.bytes);
  }

  private boolean makeSpace(long bytes) {
    long target = limitBytes - bytes;
    return target >= 0 && shrinkTo(target);
  }

  /** Removes contents that are not in use, this much in all; whether any was removed. */
  public synchronized boolean free(long bytes) {
    long before = usedBytes;
    shrinkTo(Math.max(0, before - bytes));
    return usedBytes < before;
  }

  private boolean shrinkTo(long targetBytes) {
    var rests = leftovers.entrySet().iterator();
    while (usedBytes > targetBytes && rests.hasNext()) {
      var rest = rests.next();
      if (delete(directory.partial(rest.getKey()))) {
        usedBytes -= rest.getValue();
        rests.remove();
      }
    }
    var oldest = entries.values().iterator();
    while (usedBytes > targetBytes && oldest.hasNext()) {
      var entry = oldest.next();
      if (entry.pins == 0 && delete(entry.path)) {
        usedBytes -= entry.bytes;
        oldest.remove();
        largest = null;
      }
    }
    return usedBytes <= targetBytes;
  }

  private synchronized void drop(CacheEntry entry) {
    entry.pins--;
    if (entries.remove(entry.sha256, entry)) {
      largest = null;
      usedBytes -= entry.bytes;
      delete(entry.path);
    }
  }

  private static boolean delete(Path file) {
    try {
      Files.deleteIfExists(file);
      return true;
    } catch (IOException stays) {
      return false;
    }
  }

  public static void makeProgram(PinnedFile pinned) throws IOException {
    if (!Files.isExecutable(pinned.path())) {
      Files.setPosixFilePermissions(pinned.path(), PosixFilePermissions.fromString(PROGRAM));
    }
  }

  /** The first 64 bits of the hashes of the largest contents, the largest first. */
  public synchronized List<Long> largest(int count) {
    if (largest == null || largestCount != count) {
      largestCount = count;
      largest =
          entries.values().stream()
              .sorted(LARGEST_FIRST)
              .limit(count)
              .map(entry -> Long.parseUnsignedLong(entry.sha256, 0, PREFIX_DIGITS, HEX))
              .toList();
    }
    return largest;
  }

  public synchronized long usedBytes() {
    return usedBytes;
  }

  @Override
  public void close() {
    lock.close();
  }
}
