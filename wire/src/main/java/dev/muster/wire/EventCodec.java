package dev.muster.wire;

import dev.muster.core.actor.Event;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.TraceHash;

/** Events and log entries to bytes and back. Stateless; safe for any number of threads. */
public final class EventCodec {

  /** The longest message that is sent or accepted: a job of a million items fits. */
  public static final int MAX_MESSAGE_BYTES = 64 << 20;

  private static final WireTypes SHAPES = new WireTypes();
  private static final WireType EVENT = SHAPES.union("event", Tags.EVENTS);
  private static final WireType ENTRY = SHAPES.of(LogEntry.class);
  private static final long FINGERPRINT = new TraceHash().add(EVENT.layout()).value();

  private EventCodec() {}

  /** Equal for two builds exactly if they lay out every event and entry in the same way. */
  public static long fingerprint() {
    return FINGERPRINT;
  }

  public static void write(Event event, WireWriter out) {
    EVENT.write(event, out);
  }

  public static Event read(WireReader in) throws WireException {
    return (Event) EVENT.read(in);
  }

  public static byte[] encodeEvent(Event event) {
    return encode(EVENT, event);
  }

  public static Event decodeEvent(byte[] message) throws WireException {
    return (Event) decode(EVENT, message);
  }

  public static byte[] encodeEntry(LogEntry entry) {
    return encode(ENTRY, entry);
  }

  public static LogEntry decodeEntry(byte[] message) throws WireException {
    return (LogEntry) decode(ENTRY, message);
  }

  private static byte[] encode(WireType type, Object value) {
    var out = new WireWriter();
    type.write(value, out);
    if (out.size() > MAX_MESSAGE_BYTES) {
      throw new IllegalArgumentException(tooLong(out.size()));
    }
    return out.toBytes();
  }

  private static Object decode(WireType type, byte[] message) throws WireException {
    if (message.length > MAX_MESSAGE_BYTES) {
      throw new WireException(tooLong(message.length));
    }
    var in = new WireReader(message);
    var value = type.read(in);
    in.expectEnd();
    return value;
  }

  private static String tooLong(int bytes) {
    return "a message of " + bytes + " bytes; the limit is " + MAX_MESSAGE_BYTES;
  }
}
