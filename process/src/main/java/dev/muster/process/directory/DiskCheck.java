package dev.muster.process.directory;

import dev.muster.host.IoErrors;
import dev.muster.model.text.Quantity;
import dev.muster.process.linux.SizeVariable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Whether the disks that tasks need have space left. A file is written and removed as well, which
 * fails where a disk has become read-only or has no inode left.
 */
public final class DiskCheck {
  /** The variable that says how much must be free, such as 1Gi; 0 switches the check off. */
  private static final String SETTING = "MUSTER_MIN_FREE_DISK";

  private static final long LEAST_FREE_BYTES = 100L << 20;

  /** A small disk needs this part of it free, unless somebody said how much. */
  private static final int PARTS = 100;

  private static final byte[] CONTENT = new byte[4096];

  /** How much of a disk others could still write. */
  @FunctionalInterface
  public interface FreeSpace {
    FreeSpace OF_THE_DISK =
        directory -> {
          var store = Files.getFileStore(directory);
          return new DiskSpace(store.getUsableSpace(), store.getTotalSpace());
        };

    DiskSpace of(Path directory) throws IOException;
  }

  /** Of one disk, in bytes. */
  public record DiskSpace(long free, long all) {}

  private final List<Path> directories;
  private final String name;
  private final OptionalLong leastBytes;
  private final FreeSpace space;

  /** What was wrong when somebody last looked: a disk is well again with twice the space. */
  private volatile String problem = "";

  /**
   * @param node whose file is written, for several may share a directory
   * @param leastBytes how much must be free; by default what suits the size of the disk, and 0
   *     switches the check off
   */
  public DiskCheck(String node, List<Path> directories, OptionalLong leastBytes, FreeSpace space) {
    this.name = ".disk-check-" + node;
    this.directories = directories;
    this.leastBytes = leastBytes;
    this.space = space;
  }

  /**
   * How much must be free by these variables; empty where they do not say.
   *
   * @throws IllegalArgumentException if they say no size
   */
  public static OptionalLong leastFreeBytes(Map<String, String> environment) {
    return SizeVariable.bytes(environment, SETTING, "100Mi");
  }

  /** What is wrong now; empty where nothing is. */
  public String look() {
    int times = problem.isEmpty() ? 1 : 2;
    problem =
        directories.stream()
            .map(directory -> look(directory, times))
            .filter(found -> !found.isEmpty())
            .findFirst()
            .orElse("");
    return problem;
  }

  /** What is wrong now with the disk of one directory; empty where nothing is. */
  public String look(Path directory) {
    return look(directory, 1);
  }

  private String look(Path directory, int times) {
    try {
      return leastBytes.orElse(1) == 0 ? "" : problemOf(directory, times);
    } catch (IOException refused) {
      return "cannot write to " + directory + ": " + IoErrors.reason(refused);
    }
  }

  private String problemOf(Path directory, int times) throws IOException {
    Files.createDirectories(directory);
    var disk = space.of(directory);
    long least = leastBytes.orElse(Math.min(LEAST_FREE_BYTES, disk.all() / PARTS));
    if (disk.free() < times * least) {
      return "the disk of %s is full: %s free, %s needed"
          .formatted(
              directory, Quantity.formatBytes(disk.free()), Quantity.formatBytes(times * least));
    }
    var probe = directory.resolve(name);
    try {
      Files.write(probe, CONTENT);
    } finally {
      Files.deleteIfExists(probe);
    }
    return "";
  }
}
