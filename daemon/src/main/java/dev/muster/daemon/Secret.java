package dev.muster.daemon;

import dev.muster.host.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;

/** What all processes of a cell know, and nobody else: a file of its home, or a variable. */
public final class Secret {

  public static final String VARIABLE = "MUSTER_SECRET";

  private static final String FILE = "secret";
  private static final int BYTES = 32;

  private Secret() {}

  public static String ofCell(Path home, Map<String, String> environment) throws IOException {
    var given = environment.getOrDefault(VARIABLE, "").strip();
    if (!given.isEmpty()) {
      return given;
    }
    PrivateFiles.createPassage(home);
    AtomicCreate.random(home, FILE, BYTES);
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
      others.removeAll(AtomicCreate.OWNER_ONLY);
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
}
