package dev.muster.host.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where commands were found a moment ago: most tasks run the same few. A program that is gone is
 * looked for again; one that has come to an earlier place is found a moment later.
 */
final class Programs {

  /** How long a find is trusted. */
  private static final Duration TRUST = Duration.ofSeconds(1);

  /** With more than this all are forgotten. */
  private static final int LIMIT = 1_000;

  private record Wanted(String path, String name) {}

  private record Found(Path program, long untilTick) {}

  private final Map<Wanted, Found> finds = new ConcurrentHashMap<>();

  Optional<Path> recall(String path, String name) {
    return Optional.ofNullable(finds.get(new Wanted(path, name)))
        .filter(found -> System.nanoTime() - found.untilTick < 0)
        .map(Found::program)
        .filter(Files::isExecutable);
  }

  void remember(String path, String name, Path program) {
    if (finds.size() >= LIMIT) {
      finds.clear();
    }
    finds.put(new Wanted(path, name), new Found(program, System.nanoTime() + TRUST.toNanos()));
  }
}
