package dev.muster.link;

import dev.muster.wire.SchemaVersion;
import dev.muster.wire.WireException;
import dev.muster.wire.WireReader;
import dev.muster.wire.WireWriter;
import java.util.OptionalInt;

/**
 * The first frame of a node that dials the cell: who the node is and which build it runs. Behind
 * mark and version: {@code Handshake} of {@code files.proto}.
 *
 * @param secret known to all processes of the cell, and to nobody else
 * @param schema of the messages that the node sends
 * @param node a name of the node's own making, the same in all epochs of the node
 * @param index the number that the node had in this cell before
 * @param at where the files of the node are
 */
public record Handshake(
    String secret, SchemaVersion schema, String node, OptionalInt index, FileEndpoint at) {

  /** The largest frame that is read before the handshake is complete. */
  static final int MAX_BYTES = 4 << 10;

  /** The first bytes of either end: {@code "muster" 0 0}. */
  static final long MARK = 0x6D75_7374_6572_0000L;

  /** Of handshakes with numbered fields: growing, they keep this version. */
  static final int VERSION = 2;

  private static final Handshake EMPTY =
      new Handshake("", new SchemaVersion(0, 0), "", OptionalInt.empty(), FileEndpoint.UNKNOWN);

  /** Of a node that was built as we were. */
  public static Handshake of(String secret, String node, OptionalInt index) {
    return new Handshake(secret, SchemaVersion.CURRENT, node, index, FileEndpoint.UNKNOWN);
  }

  public Handshake from(FileEndpoint endpoint) {
    return new Handshake(secret, schema, node, index, endpoint);
  }

  WireWriter write() {
    var out = new WireWriter().fixed(MARK).unsigned(VERSION);
    out.text(1, secret).number(2, schema.major()).number(3, schema.release()).text(4, node);
    // A number that is missing is none, and the first number is 0.
    out.number(5, index.isPresent() ? index.getAsInt() + 1L : 0);
    return out.text(6, at.files()).text(7, at.home());
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
          "the node speaks version %d of links, the cell %d: upgrade the older one"
              .formatted(version, VERSION));
    }
    var handshake = EMPTY;
    while (in.hasMore()) {
      handshake = handshake.with(in.tag(), in);
    }
    return handshake;
  }

  private Handshake with(int tag, WireReader in) throws WireException {
    return switch (tag) {
      case 1 << 3 | WireReader.LENGTH -> new Handshake(in.text(), schema, node, index, at);
      case 2 << 3 -> with(new SchemaVersion(in.number(), schema.release()));
      case 3 << 3 -> with(new SchemaVersion(schema.major(), in.number()));
      case 4 << 3 | WireReader.LENGTH -> new Handshake(secret, schema, in.text(), index, at);
      case 5 << 3 -> new Handshake(secret, schema, node, OptionalInt.of(in.number() - 1), at);
      case 6 << 3 | WireReader.LENGTH -> from(at.withFiles(in.text()));
      case 7 << 3 | WireReader.LENGTH -> from(at.withHome(in.text()));
      default -> {
        in.skip(tag);
        yield this;
      }
    };
  }

  private Handshake with(SchemaVersion other) {
    return new Handshake(secret, other, node, index, at);
  }
}
