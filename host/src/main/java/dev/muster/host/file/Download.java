package dev.muster.host.file;

import dev.muster.host.Refusal;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Brings one content to the cache.
 *
 * <p>A source that breaks off is followed by the next, from the same byte on. Content that is not
 * what it should be begins anew; if it was all from one source, that one is not asked again. One
 * that has too much to do is waited for.
 */
final class Download {

  private final Content content;
  private final Candidates candidates;
  private final BadSources bad;

  /** Who sent what there is so far. */
  private final Set<Candidates.Candidate> origins = new LinkedHashSet<>();

  /** Whether some of it is from an earlier fetch, and nobody knows from whom. */
  private boolean begunEarlier;

  Download(Content content, Candidates candidates, BadSources bad) {
    this.content = content;
    this.candidates = candidates;
    this.bad = bad;
  }

  Lease into(Room room) throws IOException {
    try (var partial = Partial.open(content, room.partial())) {
      begunEarlier = partial.bytes() > 0;
      while (!isDone(partial)) {
        ask(next(), partial, room);
      }
    }
    return room.keep();
  }

  private boolean isDone(Partial partial) throws IOException {
    if (!partial.isComplete()) {
      return false;
    }
    if (partial.isSound()) {
      return true;
    }
    blame();
    partial.clear();
    return false;
  }

  private void blame() throws IOException {
    if (origins.isEmpty() && !begunEarlier) {
      throw new IOException("no file without content has that hash");
    }
    boolean mixed = begunEarlier || origins.size() > 1;
    for (var origin : origins) {
      if (mixed) {
        origin.failed("sent a part that does not fit to the others");
      } else {
        origin.giveUp("sent something else than what was asked for");
        bad.remember(content, origin.source());
      }
    }
    origins.clear();
    begunEarlier = false;
  }

  private Candidates.Candidate next() throws IOException {
    return candidates
        .next()
        .orElseThrow(() -> new IOException("no source has sent it: " + candidates.problems()));
  }

  private void ask(Candidates.Candidate candidate, Partial partial, Room room) throws IOException {
    pause(candidate.pause());
    try (var in = candidate.source().open(content, partial.bytes())) {
      origins.add(candidate);
      partial.append(in);
      if (!partial.isComplete()) {
        candidate.failed("broke off" + progress(partial));
      }
    } catch (NoSuchFileException lacking) {
      candidate.giveUp("does not have it");
    } catch (Busy later) {
      candidate.busy(Refusal.reason(later));
    } catch (Partial.DiskRefused full) {
      makeRoomOnDisk(candidate, room, full);
    } catch (IOException brokenOff) {
      candidate.failed(Refusal.reason(brokenOff) + progress(partial));
    }
  }

  private static void pause(Duration length) throws IOException {
    try {
      Thread.sleep(length);
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
      throw new IOException("the node stops", closed);
    }
  }

  private String progress(Partial partial) {
    return partial.bytes() == 0
        ? ""
        : ", after %d of %d bytes".formatted(partial.bytes(), content.bytes());
  }

  private static void makeRoomOnDisk(
      Candidates.Candidate candidate, Room room, Partial.DiskRefused full) throws IOException {
    candidate.failed("the disk refused: " + Refusal.reason(full));
    if (!room.freeDisk()) {
      throw new IOException(
          "the node's disk refused it, and nothing in the cache can be removed: "
              + Refusal.reason(full),
          full);
    }
  }
}
