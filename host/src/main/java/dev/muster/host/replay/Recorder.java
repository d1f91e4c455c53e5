package dev.muster.host.replay;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Event;
import dev.muster.wire.SchemaVersion;
import dev.muster.wire.WireWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An actor that writes down every step of the actor within. A step that breaks it is written too:
 * that is the one somebody will want to see again.
 */
public final class Recorder<E extends Event> implements Actor<E>, AutoCloseable {
  /** {@code "MUSTERR2"}: steps with numbered fields. */
  static final long MAGIC = 0x4D55535445525232L;

  private static final int BUFFER_BYTES = 64 << 10;
  private static final long FLUSH_EVERY_NS = 1_000_000_000L;

  private final Actor<E> actor;
  private final OutputStream out;
  private final WireWriter frame = new WireWriter();
  private long flushedNs;

  private Recorder(Actor<E> actor, OutputStream out) {
    this.actor = actor;
    this.out = out;
  }

  public static <E extends Event> Recorder<E> of(Address<E> address, Actor<E> actor, Path file) {
    try {
      var recorder =
          new Recorder<>(
              actor, new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES));
      recorder.head(address);
      return recorder;
    } catch (IOException unwritable) {
      throw new UncheckedIOException("cannot record to " + file, unwritable);
    }
  }

  @Override
  public void start(long nowNs, Effects effects) {
    step(nowNs, new RecordedStep.ActorStarted(), effects);
  }

  @Override
  public void on(long nowNs, E event, Effects effects) {
    step(nowNs, new RecordedStep.EventReceived(event), effects);
  }

  private void step(long nowNs, RecordedStep.Input input, Effects effects) {
    var traced = new TracedEffects(effects);
    boolean broke = true;
    try {
      input.give(actor, nowNs, traced);
      broke = false;
    } finally {
      write(new RecordedStep(nowNs, input, traced.value(), broke));
    }
  }

  private void head(Address<E> address) throws IOException {
    new WireWriter().fixed(MAGIC).fixed(SchemaVersion.CURRENT.packed()).writeTo(out);
    writeFrame(new WireWriter().text(address.toString()));
  }

  private void write(RecordedStep step) {
    frame.clear();
    step.write(frame);
    try {
      writeFrame(frame);
      if (step.broke() || step.nowNs() - flushedNs > FLUSH_EVERY_NS) {
        flushedNs = step.nowNs();
        out.flush();
      }
    } catch (IOException unwritable) {
      throw new UncheckedIOException("cannot go on recording", unwritable);
    }
  }

  private void writeFrame(WireWriter content) throws IOException {
    new WireWriter().fixed(content.size()).writeTo(out);
    content.writeTo(out);
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException unwritable) {
      throw new UncheckedIOException("cannot finish the recording", unwritable);
    }
  }
}
