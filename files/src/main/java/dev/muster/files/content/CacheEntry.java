package dev.muster.files.content;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

/** One content of the cache, and how many use it. Pins are guarded by the cache. */
final class CacheEntry {
  final String sha256;
  final Path path;
  final long bytes;
  private final FileTime written;
  private boolean verified;
  int pins;

  /**
   * @param written when; a later time tells that somebody changed it
   * @param verified whether this process has seen that it holds what it should
   */
  CacheEntry(String sha256, Path path, long bytes, FileTime written, boolean verified) {
    this.sha256 = sha256;
    this.path = path;
    this.bytes = bytes;
    this.written = written;
    this.verified = verified;
  }

  /**
   * Whether it still holds what it should. Read in full once by each process: a computer may have
   * lost its power while the file was written.
   */
  synchronized boolean isSound() {
    try {
      var about = Files.readAttributes(path, BasicFileAttributes.class);
      if (about.size() != bytes || !about.lastModifiedTime().equals(written)) {
        return false;
      }
      verified = verified || Sha256.of(path).equals(sha256);
      return verified;
    } catch (IOException gone) {
      return false;
    }
  }

  /** Notes the time, for the order of removal after a restart. */
  void touch() {
    try {
      Files.getFileAttributeView(path, BasicFileAttributeView.class)
          .setTimes(null, FileTime.from(Instant.now()), null);
    } catch (IOException orderIsAllThatSuffers) {
      // In this epoch of the node the cache remembers by itself.
    }
  }
}
