package dev.muster.link;

import dev.muster.wire.WireException;
import dev.muster.wire.WireReader;
import dev.muster.wire.WireWriter;

/** The first frame of the cell: a {@link Welcome}, or why not, which every version can read. */
final class Answer {

  private static final int REFUSAL = 0;
  private static final int WELCOME = 1;
  private static final int KINDS = 2;

  private Answer() {}

  static WireWriter of(Welcome welcome) {
    var out = new WireWriter().fixed(Hello.MARK).unsigned(WELCOME);
    return welcome.at().write(out.text(welcome.cell()).signed(welcome.index()));
  }

  static WireWriter of(Refused refused) {
    return new WireWriter().fixed(Hello.MARK).unsigned(REFUSAL).text(refused.why());
  }

  /**
   * @throws Refused if that is the answer
   * @throws WireException if it is none
   */
  static Welcome read(byte[] frame) throws Refused, WireException {
    var in = new WireReader(frame);
    if (in.fixed() != Hello.MARK) {
      throw new WireException("this is no cell of ours");
    }
    if (in.choice(KINDS) == REFUSAL) {
      throw new Refused(in.text());
    }
    var welcome = new Welcome(in.text(), in.signedInt(), Whereabouts.read(in));
    in.expectEnd();
    return welcome;
  }
}
