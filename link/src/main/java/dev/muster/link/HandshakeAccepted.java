package dev.muster.link;

import dev.muster.wire.SchemaVersion;
import dev.muster.wire.WireException;
import dev.muster.wire.WireReader;
import dev.muster.wire.WireWriter;

/**
 * The cell's answer to a {@link Handshake}: the node may join. Behind the mark and how the answer
 * begins: {@code HandshakeAccepted} of {@code files.proto}.
 *
 * @param cell the name of this epoch of the cell: another epoch knows nothing of what this one
 *     started
 * @param index the number of the node
 * @param at where the files of the cell are
 * @param schema of the messages that the cell sends
 */
public record HandshakeAccepted(String cell, int index, FileEndpoint at, SchemaVersion schema) {

  /** How an answer begins, after the mark; all versions read both kinds. */
  static final int REJECTED = 0;

  private static final int ACCEPTED = 1;

  private static final HandshakeAccepted EMPTY =
      new HandshakeAccepted("", 0, FileEndpoint.UNKNOWN, new SchemaVersion(0, 0));

  /** Of a cell that was built as we were. */
  public HandshakeAccepted(String cell, int index, FileEndpoint at) {
    this(cell, index, at, SchemaVersion.CURRENT);
  }

  WireWriter write() {
    var out = new WireWriter().fixed(Handshake.MARK).unsigned(ACCEPTED);
    out.text(1, cell).number(2, index).text(3, at.files()).text(4, at.home());
    return out.number(5, schema.major()).number(6, schema.release());
  }

  /**
   * @throws HandshakeRejected if that is the answer, or this build does not understand the cell's
   * @throws WireException if the frame is no answer
   */
  static HandshakeAccepted read(byte[] frame) throws HandshakeRejected, WireException {
    var in = new WireReader(frame);
    if (in.fixed() != Handshake.MARK) {
      throw new WireException("the peer is not a Muster cell");
    }
    if (in.unsigned() == REJECTED) {
      throw new HandshakeRejected(in.text());
    }
    var accepted = EMPTY;
    while (in.hasMore()) {
      accepted = accepted.with(in.tag(), in);
    }
    if (!SchemaVersion.CURRENT.understands(accepted.schema)) {
      throw new HandshakeRejected(
          "the cell has schema %s, the node %s, and one release back is understood: upgrade the cell"
              .formatted(accepted.schema, SchemaVersion.CURRENT));
    }
    return accepted;
  }

  private HandshakeAccepted with(int tag, WireReader in) throws WireException {
    return switch (tag) {
      case 1 << 3 | WireReader.LENGTH -> new HandshakeAccepted(in.text(), index, at, schema);
      case 2 << 3 -> new HandshakeAccepted(cell, in.number(), at, schema);
      case 3 << 3 | WireReader.LENGTH -> with(at.withFiles(in.text()), schema);
      case 4 << 3 | WireReader.LENGTH -> with(at.withHome(in.text()), schema);
      case 5 << 3 -> with(at, new SchemaVersion(in.number(), schema.release()));
      case 6 << 3 -> with(at, new SchemaVersion(schema.major(), in.number()));
      default -> {
        in.skip(tag);
        yield this;
      }
    };
  }

  private HandshakeAccepted with(FileEndpoint endpoint, SchemaVersion other) {
    return new HandshakeAccepted(cell, index, endpoint, other);
  }
}
