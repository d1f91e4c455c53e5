package dev.muster.host.file;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Names that others gave, kept from leading anywhere else. */
final class Inside {

  private Inside() {}

  /** The place of that name below the directory. */
  static Path resolve(Path directory, String name) throws IOException {
    try {
      var place = directory.resolve(name).normalize();
      if (place.startsWith(directory) && !place.equals(directory)) {
        return place;
      }
    } catch (InvalidPathException unspeakable) {
      // Refused below.
    }
    throw new IOException("`" + name + "` leads out of its directory");
  }
}
