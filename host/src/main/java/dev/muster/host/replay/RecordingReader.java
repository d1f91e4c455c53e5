package dev.muster.host.replay;

import dev.muster.wire.EventCodec;
import dev.muster.wire.SchemaVersion;
import dev.muster.wire.WireException;
import dev.muster.wire.WireReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A recording being read, step by step; it may end in the middle of one if its writer died. */
final class RecordingReader implements AutoCloseable {
  private static final byte[] NOTHING = {};

  private final InputStream in;
  private final String actor;
  private boolean truncated;

  private RecordingReader(InputStream in, Path file) throws IOException {
    this.in = in;
    var head = new WireReader(in.readNBytes(2 * Long.BYTES));
    if (head.fixed() != Recorder.MAGIC) {
      throw new WireException(file + " is not a recording, or one from before schema 1.1");
    }
    var schema = SchemaVersion.unpack(head.fixed());
    if (!SchemaVersion.CURRENT.understands(schema)) {
      throw new WireException(
          "%s has schema %s, this build %s, and one release back is understood"
              .formatted(file, schema, SchemaVersion.CURRENT));
    }
    this.actor = new WireReader(frame()).text();
  }

  static RecordingReader open(Path file) throws IOException {
    var in = new BufferedInputStream(Files.newInputStream(file));
    try {
      return new RecordingReader(in, file);
    } catch (IOException unreadable) {
      in.close();
      throw unreadable;
    }
  }

  String actor() {
    return actor;
  }

  boolean truncated() {
    return truncated;
  }

  Optional<RecordedStep> next() throws IOException {
    var frame = frame();
    return frame.length == 0
        ? Optional.empty()
        : Optional.of(RecordedStep.read(new WireReader(frame)));
  }

  private byte[] frame() throws IOException {
    var head = in.readNBytes(Long.BYTES);
    if (head.length < Long.BYTES) {
      truncated = head.length > 0;
      return NOTHING;
    }
    long length = new WireReader(head).fixed();
    if (length <= 0 || length > EventCodec.MAX_MESSAGE_BYTES) {
      throw new WireException("a step of " + length + " bytes");
    }
    var bytes = in.readNBytes((int) length);
    truncated = bytes.length < length;
    return truncated ? NOTHING : bytes;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
