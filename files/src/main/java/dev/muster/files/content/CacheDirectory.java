package dev.muster.files.content;

import dev.muster.host.PrivateFiles;
import dev.muster.host.ProcessLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Where the cache of a node lies on disk.
 *
 * <pre>
 *   cache/3f/3f1c07…        a content; read last at its access time
 *         partial/9ab2…-42  what there is so far of a content of 42 bytes
 *         lock              held by the node whose cache it is
 * </pre>
 */
public record CacheDirectory(Path root) {
  /** A partial file that nobody went on with for so long is dropped at the next start. */
  public static final Duration PARTIAL_RETENTION = Duration.ofDays(1);

  private static final String SHARDS = "[0-9a-f][0-9a-f]";
  private static final int SHARD_DIGITS = 2;

  record CachedFile(String sha256, Path path, long bytes, FileTime written, FileTime used) {}

  void create() throws IOException {
    PrivateFiles.createPassage(partials());
  }

  public Path file(String sha256) {
    return root.resolve(sha256.substring(0, SHARD_DIGITS)).resolve(sha256);
  }

  public Path partial(Content content) {
    return partials().resolve(content.sha256() + "-" + content.bytes());
  }

  ProcessLock lock() throws IOException {
    var file = root.resolve("lock");
    return ProcessLock.tryTake(file)
        .orElseThrow(
            () ->
                new IOException(
                    "the cache in %s is in use by %s; give each node its own"
                        .formatted(root, ProcessLock.holder(file))));
  }

  private Path partials() {
    return root.resolve("partial");
  }

  List<CachedFile> files() throws IOException {
    var found = new ArrayList<CachedFile>();
    try (var shards = Files.newDirectoryStream(root, SHARDS)) {
      for (var shard : shards) {
        addAll(shard, found);
      }
    }
    found.sort(Comparator.comparing(CachedFile::used).thenComparing(CachedFile::sha256));
    return found;
  }

  private static void addAll(Path shard, List<CachedFile> found) throws IOException {
    try (var files = Files.newDirectoryStream(shard, CacheDirectory::isContent)) {
      for (var file : files) {
        var about = Files.readAttributes(file, BasicFileAttributes.class);
        found.add(
            new CachedFile(
                file.getFileName().toString(),
                file,
                about.size(),
                about.lastModifiedTime(),
                about.lastAccessTime()));
      }
    }
  }

  private static boolean isContent(Path file) {
    return Content.isSha256(file.getFileName().toString()) && Files.isRegularFile(file);
  }

  List<Content> partialContents(Instant now) throws IOException {
    var kept = new ArrayList<Content>();
    try (var files = Files.newDirectoryStream(partials())) {
      for (var file : files) {
        var content = contentOf(file);
        if (content.isPresent() && canGoOn(file, content.get(), now)) {
          kept.add(content.get());
        } else {
          Files.deleteIfExists(file);
        }
      }
    }
    return kept;
  }

  private static boolean canGoOn(Path file, Content content, Instant now) throws IOException {
    var about = Files.readAttributes(file, BasicFileAttributes.class);
    var expired = now.minus(PARTIAL_RETENTION);
    return about.isRegularFile()
        && about.size() <= content.bytes()
        && about.lastModifiedTime().toInstant().isAfter(expired);
  }

  private static Optional<Content> contentOf(Path partial) {
    var name = partial.getFileName().toString();
    int dash = name.indexOf('-');
    try {
      return dash < 0
          ? Optional.empty()
          : Optional.of(
              new Content(name.substring(0, dash), Long.parseLong(name.substring(dash + 1))));
    } catch (IllegalArgumentException noneOfOurs) {
      return Optional.empty();
    }
  }
}
