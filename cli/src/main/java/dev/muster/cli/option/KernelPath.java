package dev.muster.cli.option;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The file that the kernel finds under a name: {@code ..} after a link is the directory above the
 * target of the link, not above the link itself.
 */
public final class KernelPath {

  private static final Path UP = Path.of("..");

  private KernelPath() {}

  /**
   * Absolute, without {@code ..} as far as the path exists; links stay where they do not matter.
   */
  public static Path of(Path path) {
    var absolute = path.toAbsolutePath();
    for (var step : absolute) {
      if (step.equals(UP)) {
        return real(absolute);
      }
    }
    return absolute;
  }

  private static Path real(Path absolute) {
    for (var there = absolute; there != null; there = there.getParent()) {
      try {
        return there.toRealPath().resolve(there.relativize(absolute));
      } catch (IOException notThere) {
        // Its parent may be.
      }
    }
    return absolute;
  }
}
