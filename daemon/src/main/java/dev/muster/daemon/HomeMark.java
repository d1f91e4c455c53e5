package dev.muster.daemon;

import dev.muster.host.RandomName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
      FirstWriter.write(home, FILE, RandomName.of(BYTES) + "\n");
    }
    return new HomeMark(Files.readString(file).strip(), bootOfThisComputer());
  }

  private static String bootOfThisComputer() {
    try {
      return Files.readString(BOOT_ID).strip();
    } catch (IOException notThisSystem) {
      return RandomName.of(BYTES);
    }
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
