package dev.muster.link;

import dev.muster.wire.WireWriter;

/** The cell does not admit this node, and trying again changes nothing. */
public final class HandshakeRejected extends Exception {

  HandshakeRejected(String why) {
    super(why);
  }

  public String why() {
    return String.valueOf(getMessage());
  }

  WireWriter write() {
    return new WireWriter().fixed(Handshake.MARK).unsigned(HandshakeAccepted.REJECTED).text(why());
  }
}
