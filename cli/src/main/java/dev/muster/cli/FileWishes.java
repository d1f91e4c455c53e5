package dev.muster.cli;

import dev.muster.daemon.FileChoice;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** What the user said about files; for the rest there are usual values. */
record FileWishes(Optional<String> listen, OptionalLong cacheBytes, OptionalLong keepNs) {

  FileChoice choice() {
    var usual = FileChoice.STANDARD;
    return new FileChoice(
        listen.orElse(usual.listen()),
        cacheBytes.orElse(usual.cacheBytes()),
        keepNs.isPresent() ? Duration.ofNanos(keepNs.getAsLong()) : usual.keep());
  }

  /** The same at a port of one's own. */
  FileWishes elsewhere() {
    return new FileWishes(Optional.empty(), cacheBytes, keepNs);
  }
}
