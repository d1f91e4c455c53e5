package dev.muster.daemon;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

/** What all processes of a cell know, and nobody else: a file of its home, or a variable. */
public final class Secret {

  public static final String VARIABLE = "MUSTER_SECRET";

  private static final String FILE = "secret";
  private static final int BYTES = 32;
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private Secret() {}

  /** For the cell: makes one where there is none. */
  public static String ofCell(Path home, Map<String, String> environment) throws IOException {
    var given = environment.getOrDefault(VARIABLE, "").strip();
    if (!given.isEmpty()) {
      return given;
    }
    Files.createDirectories(home);
    if (!Files.exists(home.resolve(FILE))) {
      create(home);
    }
    return read(home.resolve(FILE));
  }

  /**
   * For a node, which must be given one.
   *
   * @throws IOException if there is none, or others may read it
   */
  public static String ofNode(Path home, Map<String, String> environment) throws IOException {
    var given = environment.getOrDefault(VARIABLE, "").strip();
    return given.isEmpty() ? read(home.resolve(FILE)) : given;
  }

  private static String read(Path file) throws IOException {
    try {
      var others = EnumSet.copyOf(Files.getPosixFilePermissions(file));
      others.removeAll(OWNER_ONLY);
      if (!others.isEmpty()) {
        throw new IOException("others can use " + file + ": chmod 600 it");
      }
      return Files.readString(file).strip();
    } catch (NoSuchFileException absent) {
      throw new IOException(
          "there is no %s: copy it from the home of the cell, or set %s".formatted(file, VARIABLE),
          absent);
    }
  }

  /** Whole or not at all, and of several who do this at once the first one counts. */
  private static void create(Path home) throws IOException {
    var random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    var draft =
        Files.createTempFile(home, FILE, ".new", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    try {
      Files.writeString(draft, HexFormat.of().formatHex(random) + "\n", StandardOpenOption.WRITE);
      Files.createLink(home.resolve(FILE), draft);
    } catch (FileAlreadyExistsException another) {
      // Whoever made it was first.
    } finally {
      Files.delete(draft);
    }
  }
}
