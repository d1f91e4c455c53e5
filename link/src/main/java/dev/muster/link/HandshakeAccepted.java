package dev.muster.link;

import dev.muster.wire.WireException;
import dev.muster.wire.WireReader;
import dev.muster.wire.WireWriter;

/**
 * The cell's answer to a {@link Handshake}: the node may join.
 *
 * @param cell the name of this epoch of the cell: another epoch knows nothing of what this one
 *     started
 * @param index the number of the node
 * @param at where the files of the cell are
 */
public record HandshakeAccepted(String cell, int index, FileEndpoint at) {

  /** How an answer begins, after the mark; all versions read both kinds. */
  static final int REJECTED = 0;

  private static final int ACCEPTED = 1;
  private static final int KINDS = 2;

  WireWriter write() {
    var out = new WireWriter().fixed(Handshake.MARK).unsigned(ACCEPTED);
    return at.write(out.text(cell).signed(index));
  }

  /**
   * @throws HandshakeRejected if that is the answer
   * @throws WireException if the frame is no answer
   */
  static HandshakeAccepted read(byte[] frame) throws HandshakeRejected, WireException {
    var in = new WireReader(frame);
    if (in.fixed() != Handshake.MARK) {
      throw new WireException("the peer is not a Muster cell");
    }
    if (in.choice(KINDS) == REJECTED) {
      throw new HandshakeRejected(in.text());
    }
    var accepted = new HandshakeAccepted(in.text(), in.signedInt(), FileEndpoint.read(in));
    in.expectEnd();
    return accepted;
  }
}
