package dev.muster.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files and directories for their owner alone. What tasks write and what they find in their
 * environment is nobody else's business.
 */
public final class PrivateFiles {

  public static final FileAttribute<Set<PosixFilePermission>> FILE = mode("rw-------");
  public static final FileAttribute<Set<PosixFilePermission>> DIRECTORY = mode("rwx------");

  /** Others may go through and see nothing: tasks with the rights of another user must. */
  public static final FileAttribute<Set<PosixFilePermission>> PASSAGE = mode("rwx--x--x");

  private PrivateFiles() {}

  private static FileAttribute<Set<PosixFilePermission>> mode(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }

  /** With the parents that are missing; directories that are there stay as they are. */
  public static Path createDirectories(Path directory) throws IOException {
    return Files.createDirectories(directory, DIRECTORY);
  }

  public static void write(Path file, String text) throws IOException {
    var anew =
        Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    try (var channel = FileChannel.open(file, anew, FILE)) {
      channel.write(ByteBuffer.wrap(text.getBytes(UTF_8)));
    }
  }

  public static Path createPassage(Path directory) throws IOException {
    return Files.createDirectories(directory, PASSAGE);
  }
}
