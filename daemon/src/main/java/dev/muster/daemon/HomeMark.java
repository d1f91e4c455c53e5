package dev.muster.daemon;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Tells homes apart: processes with equal marks use one directory on one computer, so that none has
 * to bring to another what lies there.
 *
 * @param id what the home is called, by a file in it
 * @param boot of this computer since it was started
 */
record HomeMark(String id, String boot) {

  private static final String FILE = "mark";
  private static final int BYTES = 12;
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  /** Makes one where there is none. */
  static HomeMark of(Path home) throws IOException {
    var file = Files.createDirectories(home).resolve(FILE);
    if (!Files.exists(file)) {
      create(home, file);
    }
    return new HomeMark(Files.readString(file).strip(), bootOfThisComputer());
  }

  /** Whole or not at all, and of several who do this at once the first one counts. */
  private static void create(Path home, Path file) throws IOException {
    var draft = Files.createTempFile(home, FILE, ".new");
    try {
      Files.writeString(draft, random() + "\n");
      Files.createLink(file, draft);
    } catch (FileAlreadyExistsException another) {
      // Whoever made it was first.
    } finally {
      Files.delete(draft);
    }
  }

  private static String bootOfThisComputer() {
    try {
      return Files.readString(BOOT_ID).strip();
    } catch (IOException notThisSystem) {
      return random();
    }
  }

  private static String random() {
    var random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** The mark in what another process said. */
  static HomeMark parse(String text) {
    int split = Math.max(0, text.indexOf('@'));
    return new HomeMark(
        text.substring(0, split), text.substring(Math.min(split + 1, text.length())));
  }

  @Override
  public String toString() {
    return id + "@" + boot;
  }
}
