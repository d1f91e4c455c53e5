package dev.muster.daemon;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Creates files whole or not at all; of several processes that create one, the first counts. */
final class AtomicCreate {

  static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

  private AtomicCreate() {}

  /** For its owner alone, unless there is one already. */
  static void write(Path directory, String name, String text) throws IOException {
    var owner = PosixFilePermissions.asFileAttribute(OWNER_ONLY);
    var draft = Files.createTempFile(directory, name, ".new", owner);
    try {
      Files.writeString(draft, text);
      Files.createLink(directory.resolve(name), draft);
    } catch (FileAlreadyExistsException another) {
      // Another process was first.
    } finally {
      Files.delete(draft);
    }
  }
}
