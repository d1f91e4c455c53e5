package dev.muster.link;

import dev.muster.wire.EventCodec;
import dev.muster.wire.WireException;
import dev.muster.wire.WireReader;
import dev.muster.wire.WireWriter;
import java.util.OptionalInt;

/**
 * What a node says of itself when it dials.
 *
 * @param secret what all processes of the cell know, and nobody else
 * @param layout how it lays out events as bytes
 * @param node a name of the node's own making, the same in all of its lives
 * @param index the number that it had in this cell before
 * @param at where its files are
 */
public record Hello(String secret, long layout, String node, OptionalInt index, Whereabouts at) {

  /** The largest that is read of somebody who has not said the secret yet. */
  static final int MAX_BYTES = 4 << 10;

  /** The first bytes of either end: {@code "muster" 0 0}. */
  static final long MARK = 0x6D75_7374_6572_0000L;

  /** Counts the changes of this record and of {@link Answer}; mark and version come first. */
  static final int VERSION = 1;

  private static final int NO_INDEX = -1;

  /** Of a node that was built as we were. */
  public static Hello of(String secret, String node, OptionalInt index) {
    return new Hello(secret, EventCodec.fingerprint(), node, index, Whereabouts.UNKNOWN);
  }

  public Hello from(Whereabouts whereabouts) {
    return new Hello(secret, layout, node, index, whereabouts);
  }

  WireWriter write() {
    var out = new WireWriter().fixed(MARK).unsigned(VERSION);
    out.text(secret).fixed(layout).text(node).signed(index.orElse(NO_INDEX));
    return at.write(out);
  }

  /**
   * @throws Refused if another version than ours says it
   * @throws WireException if it is none
   */
  static Hello read(byte[] frame) throws Refused, WireException {
    var in = new WireReader(frame);
    if (in.fixed() != MARK) {
      throw new WireException("this is no hello of a node");
    }
    long version = in.unsigned();
    if (version != VERSION) {
      throw new Refused(
          "the node speaks version %d of links, the cell %d: run both from one build"
              .formatted(version, VERSION));
    }
    var hello =
        new Hello(in.text(), in.fixed(), in.text(), index(in.signedInt()), Whereabouts.read(in));
    in.expectEnd();
    return hello;
  }

  private static OptionalInt index(int said) {
    return said == NO_INDEX ? OptionalInt.empty() : OptionalInt.of(said);
  }
}
