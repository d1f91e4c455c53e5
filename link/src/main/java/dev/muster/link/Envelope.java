package dev.muster.link;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Role;
import dev.muster.wire.EventCodec;
import dev.muster.wire.WireException;
import dev.muster.wire.WireReader;
import dev.muster.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/** Messages that travel in one frame, as bytes: the address and the event of each. */
final class Envelope {

  static final int MAX_MESSAGES = 1_024;

  /** Up to so many are few: the event loop has time to deliver them itself. */
  static final int FEW_MESSAGES = 32;

  /** No message is added beyond this size; a single one may be larger. */
  static final int FULL_BYTES = 256 << 10;

  static final int MAX_BYTES = EventCodec.MAX_MESSAGE_BYTES + FULL_BYTES;

  private static final List<Role> ROLES = List.of(Role.values());

  private final byte[] bytes;

  Envelope(byte[] bytes) {
    this.bytes = bytes;
  }

  byte[] bytes() {
    return bytes;
  }

  static void add(Message message, WireWriter out) {
    out.unsigned(message.to().role().ordinal()).signed(message.to().index());
    EventCodec.write(message.event(), out);
  }

  List<Message> open() throws WireException {
    var in = new WireReader(bytes);
    var messages = new ArrayList<Message>();
    while (!in.atEnd()) {
      var to = new Address<>(ROLES.get(in.choice(ROLES.size())), in.signedInt());
      messages.add(new Message(to, EventCodec.read(in)));
    }
    return messages;
  }
}
