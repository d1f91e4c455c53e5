package dev.muster.host.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Those who may have a content: asked in turn, each a few times, and what came of it. */
final class Candidates {

  /** How often one is asked before it is given up. */
  static final int TRIES = 3;

  /** One of them. Only the download that asks it changes it. */
  static final class Candidate {

    private final FileSource source;
    private int tries;
    private String problem = "";

    private Candidate(FileSource source) {
      this.source = source;
    }

    FileSource source() {
      return source;
    }

    int tries() {
      return tries;
    }

    void failed(String why) {
      tries++;
      problem = why;
    }

    void giveUp(String why) {
      tries = TRIES;
      problem = why;
    }
  }

  private final List<Candidate> all = new ArrayList<>();

  /** More of them, also while a download is under way; those known already count once. */
  synchronized void add(List<FileSource> sources) {
    for (var source : sources) {
      if (all.stream().noneMatch(known -> known.source.name().equals(source.name()))) {
        all.add(new Candidate(source));
      }
    }
  }

  /** Whom to ask next: the first of those that were asked least. */
  synchronized Optional<Candidate> next() {
    Candidate next = null;
    for (var candidate : all) {
      if (candidate.tries < TRIES && (next == null || candidate.tries < next.tries)) {
        next = candidate;
      }
    }
    return Optional.ofNullable(next);
  }

  /** What each had to say for itself. */
  synchronized String problems() {
    return all.isEmpty()
        ? "nobody is known to have it"
        : all.stream()
            .map(each -> each.source.name() + ": " + each.problem)
            .collect(Collectors.joining("; "));
  }
}
