package dev.muster.process.directory;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that a run does not fill the disk. Looking takes longer the more files there are, so
 * it is done now and then: never in the first moments, and at most {@code 1/SHARE} of the time
 * after that. Of one thread.
 */
public final class DiskQuota {
  private static final Duration FIRST_LOOK = Duration.ofSeconds(1);
  private static final int SHARE = 100;

  private final List<Path> directories;
  private final long limitBytes;
  private long nextTick = System.nanoTime() + FIRST_LOOK.toNanos();

  public DiskQuota(List<Path> directories, long limitBytes) {
    this.directories = directories;
    this.limitBytes = limitBytes;
  }

  public boolean isOver() {
    long startTick = System.nanoTime();
    if (startTick - nextTick < 0) {
      return false;
    }
    boolean over = DiskUse.isMoreThan(limitBytes, directories);
    long tookNs = System.nanoTime() - startTick;
    nextTick = startTick + Math.max(FIRST_LOOK.toNanos(), tookNs * SHARE);
    return over;
  }

  /**
   * How much lies in some directories. It looks no further than to see that it is more than a
   * limit; links are not followed.
   */
  public static final class DiskUse extends SimpleFileVisitor<Path> {
    /** Whoever makes more files than this is measured by the first of them while it runs. */
    static final int MOST_ENTRIES = 100_000;

    private final long limitBytes;
    private final int mostEntries;
    private long bytes;
    private int entries;

    private DiskUse(long limitBytes, int mostEntries) {
      this.limitBytes = limitBytes;
      this.mostEntries = mostEntries;
    }

    static boolean isMoreThan(long limitBytes, List<Path> directories) {
      var use = new DiskUse(limitBytes, MOST_ENTRIES);
      for (var directory : directories) {
        use.add(directory);
      }
      return use.bytes > limitBytes;
    }

    /** All that is in it; of more than the limit, so much that it is seen to be more. */
    public static long bytes(Path directory, long limitBytes) {
      var use = new DiskUse(limitBytes, Integer.MAX_VALUE);
      use.add(directory);
      return use.bytes;
    }

    private void add(Path directory) {
      try {
        Files.walkFileTree(directory, this);
      } catch (IOException notThere) {
        // Then there is nothing in it.
      }
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      return count(0);
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      return count(attributes.isRegularFile() ? attributes.size() : 0);
    }

    /** Tasks remove files under our eyes. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException gone) {
      return count(0);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException gone) {
      return FileVisitResult.CONTINUE;
    }

    private FileVisitResult count(long size) {
      bytes += size;
      entries++;
      return bytes > limitBytes || entries >= mostEntries
          ? FileVisitResult.TERMINATE
          : FileVisitResult.CONTINUE;
    }
  }
}
