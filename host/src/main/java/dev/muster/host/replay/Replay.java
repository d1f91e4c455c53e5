package dev.muster.host.replay;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Work;
import dev.muster.model.Tier;
import dev.muster.wire.WireException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Gives a recorded inbox to a fresh actor and compares what it does, step by step. */
public final class Replay {
  /**
   * What came of it.
   *
   * @param actor whose inbox it was, as in {@code node-3}
   * @param steps how many steps had the same effects
   * @param truncated whether the recording ends in the middle of a step, as after a crash
   * @param difference the first step that went otherwise, in words; empty if none did
   */
  public record Comparison(String actor, long steps, boolean truncated, String difference) {
    public boolean same() {
      return difference.isEmpty();
    }
  }

  /** How much of an event is shown: some hold jobs of a million items. */
  private static final int SHOWN_CHARS = 500;

  private Replay() {}

  /** The actor must be as the recorded one was before its start. */
  public static <E extends Event> Comparison of(Path file, Actor<E> fresh) throws IOException {
    try (var recording = RecordingReader.open(file)) {
      long same = 0;
      for (var step = recording.next(); step.isPresent(); step = recording.next()) {
        var difference = difference(step.get(), fresh);
        if (difference.isPresent()) {
          var what = "step " + same + ", " + excerpt(step.get()) + ": " + difference.get();
          return new Comparison(recording.actor(), same, false, what);
        }
        same++;
      }
      return new Comparison(recording.actor(), same, recording.truncated(), "");
    } catch (WireException damaged) {
      throw new IOException(file + " is damaged: " + damaged.getMessage(), damaged);
    }
  }

  private static String excerpt(RecordedStep step) {
    var text = step.input().toString();
    return text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "…";
  }

  private static <E extends Event> Optional<String> difference(RecordedStep step, Actor<E> actor) {
    var effects = new TracedEffects(new NoEffects());
    boolean broke = false;
    try {
      step.input().give(actor, step.nowNs(), effects);
    } catch (RuntimeException | Error failure) {
      broke = true;
    }
    if (broke != step.broke()) {
      return Optional.of(broke ? "it broke, and did not before" : "it did not break this time");
    }
    return effects.value() == step.effects()
        ? Optional.empty()
        : Optional.of("it had other effects than before");
  }

  /** A world in which nothing happens. */
  public static class NoEffects implements Effects {
    @Override
    public <E extends Event> void send(Address<E> to, E event) {}

    @Override
    public void wake(long atNs, Timer timer) {}

    @Override
    public void append(EntryId id, LogEntry entry) {}

    @Override
    public void launch(Launch launch) {}

    @Override
    public void kill(long run, boolean force) {}

    @Override
    public void pace(long run, Pace pace) {}

    @Override
    public void forget(long run) {}

    @Override
    public void fetch(Work work, Tier tier) {}

    @Override
    public void measure() {}

    @Override
    public void publish(Event event) {}

    @Override
    public void busy(long ns) {}
  }
}
