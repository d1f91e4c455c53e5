package dev.muster.link;

import dev.muster.wire.EventCodec;
import dev.muster.wire.WireException;
import dev.muster.wire.WireReader;
import dev.muster.wire.WireWriter;
import java.util.OptionalInt;

/**
 * The first frame of a node that dials the cell: who the node is and which build it runs.
 *
 * @param secret known to all processes of the cell, and to nobody else
 * @param layout the fingerprint of the layout of events as bytes
 * @param node a name of the node's own making, the same in all epochs of the node
 * @param index the number that the node had in this cell before
 * @param at where the files of the node are
 */
public record Handshake(
    String secret, long layout, String node, OptionalInt index, FileEndpoint at) {

  /** The largest frame that is read before the handshake is complete. */
  static final int MAX_BYTES = 4 << 10;

  /** The first bytes of either end: {@code "muster" 0 0}. */
  static final long MARK = 0x6D75_7374_6572_0000L;

  /** Counts the changes of this record and of its answers; mark and version come first. */
  static final int VERSION = 1;

  private static final int NO_INDEX = -1;

  /** Of a node that was built as we were. */
  public static Handshake of(String secret, String node, OptionalInt index) {
    return new Handshake(secret, EventCodec.fingerprint(), node, index, FileEndpoint.UNKNOWN);
  }

  public Handshake from(FileEndpoint endpoint) {
    return new Handshake(secret, layout, node, index, endpoint);
  }

  WireWriter write() {
    var out = new WireWriter().fixed(MARK).unsigned(VERSION);
    out.text(secret).fixed(layout).text(node).signed(index.orElse(NO_INDEX));
    return at.write(out);
  }

  /**
   * @throws HandshakeRejected if the peer has another version
   * @throws WireException if the frame is no handshake
   */
  static Handshake read(byte[] frame) throws HandshakeRejected, WireException {
    var in = new WireReader(frame);
    if (in.fixed() != MARK) {
      throw new WireException("the frame is no handshake of a node");
    }
    long version = in.unsigned();
    if (version != VERSION) {
      throw new HandshakeRejected(
          "the node speaks version %d of links, the cell %d: run both from one build"
              .formatted(version, VERSION));
    }
    var handshake =
        new Handshake(
            in.text(), in.fixed(), in.text(), index(in.signedInt()), FileEndpoint.read(in));
    in.expectEnd();
    return handshake;
  }

  private static OptionalInt index(int said) {
    return said == NO_INDEX ? OptionalInt.empty() : OptionalInt.of(said);
  }
}
