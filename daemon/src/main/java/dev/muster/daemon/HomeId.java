package dev.muster.daemon;

import dev.muster.host.PrivateFiles;
import dev.muster.host.RandomName;
import dev.muster.process.linux.Boot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Identifies a home: processes with equal ids use one directory on one computer, so that no files
 * need to be fetched between them.
 *
 * @param id the name of the home, from a file in the home
 * @param boot of this computer since it was started
 */
record HomeId(String id, String boot) {

  private static final String FILE = "mark";
  private static final int BYTES = 12;

  static HomeId of(Path home) throws IOException {
    var file = PrivateFiles.createPassage(home).resolve(FILE);
    AtomicCreate.random(home, FILE, BYTES);
    var boot = Boot.id().isEmpty() ? RandomName.of(BYTES) : Boot.id();
    return new HomeId(Files.readString(file).strip(), boot);
  }

  static HomeId parse(String text) {
    int split = Math.max(0, text.indexOf('@'));
    return new HomeId(text.substring(0, split), text.substring(Math.min(split + 1, text.length())));
  }

  @Override
  public String toString() {
    return id + "@" + boot;
  }
}
