package dev.muster.link;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.wire.EventCodec;
import dev.muster.wire.RecordCodecs;
import dev.muster.wire.UnknownKindException;
import dev.muster.wire.WireException;
import dev.muster.wire.WireReader;
import dev.muster.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages that travel in one frame, as bytes: {@code Envelope} of {@code files.proto}. One that
 * this build does not know is left out; those behind it are not affected.
 */
final class Envelope {

  static final int MAX_MESSAGES = 1_024;

  /** Up to so many are few: the event loop has time to deliver them itself. */
  static final int FEW_MESSAGES = 32;

  /** No message is added beyond this size; a single one may be larger. */
  static final int FULL_BYTES = 256 << 10;

  static final int MAX_BYTES = EventCodec.MAX_MESSAGE_BYTES + FULL_BYTES;

  private static final int MESSAGE = 1;
  private static final int EVENT = 3;
  private static final int MESSAGE_TAG = MESSAGE << 3 | WireReader.LENGTH;
  private static final int ROLE_TAG = 1 << 3;
  private static final int INDEX_TAG = 2 << 3;
  private static final int EVENT_TAG = EVENT << 3 | WireReader.LENGTH;

  private final byte[] bytes;

  Envelope(byte[] bytes) {
    this.bytes = bytes;
  }

  byte[] bytes() {
    return bytes;
  }

  /**
   * @param messages that this build knows
   * @param unknown how many others there are
   */
  record OpenedEnvelope(List<Message> messages, int unknown) {}

  /** The fields of the address are those of the message itself. */
  static void add(Message message, WireWriter out) {
    int begun = out.begin(MESSAGE);
    RecordCodecs.writeAddress(message.to(), out);
    int event = out.begin(EVENT);
    EventCodec.write(message.event(), out);
    out.endElement(event);
    out.endElement(begun);
  }

  OpenedEnvelope open() throws WireException {
    var in = new WireReader(bytes);
    var messages = new ArrayList<Message>();
    int unknown = 0;
    while (in.hasMore()) {
      int tag = in.tag();
      if (tag != MESSAGE_TAG) {
        in.skip(tag);
        continue;
      }
      try {
        messages.add(message(in.part()));
      } catch (UnknownKindException newer) {
        unknown++;
      }
    }
    return new OpenedEnvelope(messages, unknown);
  }

  private static Message message(WireReader in) throws WireException {
    var role = Role.CLIENT;
    int index = 0;
    Event event = null;
    while (in.hasMore()) {
      int tag = in.tag();
      switch (tag) {
        case ROLE_TAG -> role = RecordCodecs.readRole(in);
        case INDEX_TAG -> index = in.signedInt();
        case EVENT_TAG -> {
          int outer = in.enter();
          event = EventCodec.read(in);
          in.leave(outer);
        }
        default -> in.skip(tag);
      }
    }
    if (event == null) {
      throw in.unknown("message");
    }
    return new Message(new Address<>(role, index), event);
  }
}
