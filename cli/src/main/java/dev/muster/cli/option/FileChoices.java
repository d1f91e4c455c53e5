package dev.muster.cli.option;

import dev.muster.daemon.FileSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** What the user chose about files; for the rest there are usual values. */
public record FileChoices(Optional<String> listen, OptionalLong cacheBytes, OptionalLong keepNs) {

  public FileSettings settings() {
    var usual = FileSettings.STANDARD;
    return new FileSettings(
        listen.orElse(usual.listen()),
        cacheBytes.orElse(usual.cacheBytes()),
        keepNs.isPresent() ? Duration.ofNanos(keepNs.getAsLong()) : usual.keep());
  }

  /** The same at a port of one's own. */
  public FileChoices elsewhere() {
    return new FileChoices(Optional.empty(), cacheBytes, keepNs);
  }
}
