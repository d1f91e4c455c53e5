package dev.muster.daemon;

import dev.muster.host.RandomName;
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

  /** A random name in a file for its owner alone, unless there is one already. */
  static void random(Path directory, String name, int bytes) throws IOException {
    if (Files.exists(directory.resolve(name))) {
      return;
    }
    var owner = PosixFilePermissions.asFileAttribute(OWNER_ONLY);
    var draft = Files.createTempFile(directory, name, ".new", owner);
    try {
      Files.writeString(draft, RandomName.of(bytes) + "\n");
      Files.createLink(directory.resolve(name), draft);
    } catch (FileAlreadyExistsException another) {
      // Another process was first.
    } finally {
      Files.delete(draft);
    }
  }
}
