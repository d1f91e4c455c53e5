package dev.muster.wire;

import dev.muster.core.actor.Event;
import dev.muster.core.actor.LogEntry;

/** Events and log entries to bytes and back. Stateless; safe for any number of threads. */
public final class EventCodec {

  /** The longest message that is sent or accepted: a job of a million items fits. */
  public static final int MAX_MESSAGE_BYTES = 64 << 20;

  private EventCodec() {}

  public static void write(Event event, WireWriter out) {
    RecordCodecs.writeEvent(event, out);
  }

  /**
   * The event that takes all the rest of the message.
   *
   * @throws UnknownKindException if a newer build has written it, and this one cannot know it
   */
  public static Event read(WireReader in) throws WireException {
    try {
      return RecordCodecs.readEvent(in);
    } catch (RuntimeException refused) {
      throw refused(in, refused);
    }
  }

  public static byte[] encodeEvent(Event event) {
    var out = new WireWriter();
    write(event, out);
    return checked(out);
  }

  public static Event decodeEvent(byte[] message) throws WireException {
    return read(new WireReader(checked(message)));
  }

  public static byte[] encodeEntry(LogEntry entry) {
    var out = new WireWriter();
    RecordCodecs.writeLogEntry(entry, out);
    return checked(out);
  }

  public static LogEntry decodeEntry(byte[] message) throws WireException {
    var in = new WireReader(checked(message));
    try {
      return RecordCodecs.readLogEntry(in);
    } catch (RuntimeException refused) {
      throw refused(in, refused);
    }
  }

  /** A record that refuses its components means that they are not what its writer had. */
  private static WireException refused(WireReader in, RuntimeException refused) {
    var malformed = in.malformed("a record that cannot be: " + refused.getMessage());
    malformed.initCause(refused);
    return malformed;
  }

  private static byte[] checked(WireWriter out) {
    if (out.size() > MAX_MESSAGE_BYTES) {
      throw new IllegalArgumentException(tooLong(out.size()));
    }
    return out.toBytes();
  }

  private static byte[] checked(byte[] message) throws WireException {
    if (message.length > MAX_MESSAGE_BYTES) {
      throw new WireException(tooLong(message.length));
    }
    return message;
  }

  private static String tooLong(int bytes) {
    return "a message of " + bytes + " bytes; the limit is " + MAX_MESSAGE_BYTES;
  }
}
