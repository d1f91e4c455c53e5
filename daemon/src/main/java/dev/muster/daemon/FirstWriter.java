package dev.muster.daemon;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Makes files that are there whole or not at all; of several who make one, the first counts. */
final class FirstWriter {

  static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

  private FirstWriter() {}

  /** For its owner alone, unless there is one already. */
  static void write(Path directory, String name, String text) throws IOException {
    var owner = PosixFilePermissions.asFileAttribute(OWNER_ONLY);
    var draft = Files.createTempFile(directory, name, ".new", owner);
    try {
      Files.writeString(draft, text);
      Files.createLink(directory.resolve(name), draft);
    } catch (FileAlreadyExistsException another) {
      // Whoever made it was first.
    } finally {
      Files.delete(draft);
    }
  }
}
