package dev.muster.files.fetch;

import dev.muster.files.serve.FileSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Those who may have a content: asked in turn, each a few times, and what came of it. */
final class SourceRotation {
  /** How often one is asked before it is given up. */
  static final int TRIES = 3;

  /** How long one is waited for, all pauses together, that says it is busy. */
  static final Duration BUSY_LIMIT = Duration.ofMinutes(5);

  /** Before somebody is asked again; twice as long each time. */
  static final Duration PAUSE = Duration.ofMillis(100);

  static final Duration MAX_PAUSE = Duration.ofSeconds(5);

  private static final int MAX_DOUBLINGS = 10;

  static final class RatedSource {
    private final FileSource source;
    private final Duration busyLimit;
    private int tries;
    private int busy;
    private Duration waited = Duration.ZERO;
    private String problem = "";

    private RatedSource(FileSource source, Duration busyLimit) {
      this.source = source;
      this.busyLimit = busyLimit;
    }

    FileSource source() {
      return source;
    }

    private int asked() {
      return tries + busy;
    }

    Duration pause() {
      if (asked() == 0) {
        return Duration.ZERO;
      }
      var pause = PAUSE.multipliedBy(1L << Math.min(asked() - 1, MAX_DOUBLINGS));
      return pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE;
    }

    void failed(String why) {
      tries++;
      problem = why;
    }

    /** The source is busy; waiting does not count as a try. */
    void busy(String why) {
      if (waited.compareTo(busyLimit) >= 0) {
        giveUp(why);
        return;
      }
      busy++;
      waited = waited.plus(pause());
      problem = why;
    }

    void giveUp(String why) {
      tries = TRIES;
      problem = why;
    }
  }

  private final Duration busyLimit;
  private final List<RatedSource> all = new ArrayList<>();

  SourceRotation(Duration busyLimit) {
    this.busyLimit = busyLimit;
  }

  synchronized void add(List<FileSource> sources) {
    for (var source : sources) {
      if (all.stream().noneMatch(known -> known.source.name().equals(source.name()))) {
        all.add(new RatedSource(source, busyLimit));
      }
    }
  }

  /** The next source: the first of those with the fewest requests. */
  synchronized Optional<RatedSource> next() {
    RatedSource next = null;
    for (var candidate : all) {
      if (candidate.tries < TRIES && (next == null || candidate.asked() < next.asked())) {
        next = candidate;
      }
    }
    return Optional.ofNullable(next);
  }

  synchronized String problems() {
    return all.isEmpty()
        ? "nobody is known to have it"
        : all.stream()
            .map(each -> each.source.name() + ": " + each.problem)
            .collect(Collectors.joining("; "));
  }
}
