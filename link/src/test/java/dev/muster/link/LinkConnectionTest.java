package dev.muster.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Event;
import dev.muster.core.event.NodeEvent;
import dev.muster.wire.WireWriter;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** One end alone, with a network and a clock that are turned by hand. */
class LinkConnectionTest {

  private static final Duration PING = Duration.ofSeconds(5);
  private static final int SILENT_PINGS = 3;
  private static final LinkTimeouts TIMEOUTS = new LinkTimeouts(PING, PING, PING, SILENT_PINGS);

  private final Traffic traffic = new Traffic();
  private final List<Event> heard = new ArrayList<>();
  private final List<String> ends = new ArrayList<>();
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final LinkConnection connection =
      new LinkConnection(
          channel,
          Runnable::run,
          TIMEOUTS,
          traffic,
          new LinkConnection.ConnectionOwner(
              IngressFilter::admitsToNode,
              (to, event, few) -> heard.add(event),
              (_, why) -> ends.add(why),
              "the cell"));

  LinkConnectionTest() {
    channel.freezeTime();
    ConnectionState.change(channel, ConnectionState.HANDSHAKE);
    channel.pipeline().addLast(connection);
  }

  private void pass(Duration time) {
    channel.advanceTimeBy(time.toNanos(), TimeUnit.NANOSECONDS);
    channel.runPendingTasks();
  }

  private int frameBytes() {
    ByteBuf frame = channel.readOutbound();
    try {
      return frame.readInt();
    } finally {
      frame.release();
    }
  }

  private static byte[] envelope(Event event) {
    var out = new WireWriter();
    Envelope.add(new Message(NodeEvent.at(1), event), out);
    return out.toBytes();
  }

  @Test
  void anEndWithNothingToSaySaysThatItIsThere() {
    pass(PING);
    assertThat(frameBytes()).isZero();
    pass(PING.dividedBy(2));
    assertThat(channel.outboundMessages()).isEmpty();
    pass(PING);
    assertThat(frameBytes()).isZero();
  }

  @Test
  void whoHasSaidSomethingNeedNotSayThatToo() {
    connection.sendQueue().offer(new Message(NodeEvent.at(1), Pair.withdraw(1)));
    assertThat(frameBytes()).isPositive();
    pass(PING);
    assertThat(channel.outboundMessages()).isEmpty();
    pass(PING);
    assertThat(frameBytes()).isZero();
  }

  @Test
  void anEndThatIsSilentForTooLongIsGivenUp() {
    for (int i = 0; i < SILENT_PINGS; i++) {
      pass(PING);
    }
    assertThat(channel.isOpen()).isTrue();
    assertThat(ConnectionState.of(channel)).isEqualTo(ConnectionState.OPEN);
    pass(PING);
    assertThat(channel.isOpen()).isFalse();
    assertThat(ConnectionState.of(channel)).isEqualTo(ConnectionState.CLOSED);
    assertThat(ends).containsExactly("nothing came from the peer in time");
    assertThat(connection.sendQueue().offer(new Message(NodeEvent.at(1), Pair.withdraw(1))))
        .isFalse();
  }

  @Test
  void aSignOfLifeIsEnough() {
    for (int i = 0; i < 10 * SILENT_PINGS; i++) {
      pass(PING);
      channel.writeInbound(FrameEncoder.PING);
    }
    assertThat(channel.isOpen()).isTrue();
    assertThat(heard).isEmpty();
    assertThat(traffic.count().in().envelopes()).as("it is no envelope").isZero();
  }

  @Test
  void whatCannotBeReadEndsTheConnectionAndIsNotHeard() {
    channel.writeInbound((Object) envelope(Pair.withdraw(1)));
    channel.writeInbound((Object) new byte[] {9, 9, 9});
    assertThat(heard).containsExactly(Pair.withdraw(1));
    assertThat(channel.isOpen()).isFalse();
    assertThat(ends)
        .singleElement()
        .asString()
        .contains("sent what no sound peer sends: malformed");
  }

  @Test
  void aFieldBeyondItsLimitsEndsTheConnectionAndNothingBehindItIsHeard() {
    var out = new WireWriter();
    for (long reservation : new long[] {1, -1, 2}) {
      Envelope.add(new Message(NodeEvent.at(1), Pair.withdraw(reservation)), out);
    }
    channel.writeInbound((Object) out.toBytes());
    assertThat(heard).containsExactly(Pair.withdraw(1));
    assertThat(channel.isOpen()).isFalse();
    assertThat(ends)
        .singleElement()
        .asString()
        .contains("`reservation` of WithdrawReservation is -1: it must be 0 to");
  }

  /** As a newer build may send: of a kind, with a constant and with fields that we do not know. */
  @Test
  void whatANewerBuildSendsIsDroppedAndCountedWhereItIsNotKnown() {
    var out = new WireWriter();
    Envelope.add(new Message(NodeEvent.at(1), Pair.withdraw(1)), out);
    int newKind = out.begin(1);
    out.number(1, 3).signed(2, 1);
    int event = out.begin(3);
    out.endElement(out.begin(999));
    out.endElement(event);
    out.endElement(newKind);
    int newField = out.begin(1);
    out.number(1, 3).signed(2, 1).text(15, "new");
    event = out.begin(3);
    int withdraw = out.begin(7);
    out.signed(1, 2).text(9, "why");
    out.endElement(withdraw);
    out.endElement(event);
    out.endElement(newField);
    int newRole = out.begin(1);
    out.number(1, 77);
    out.endElement(newRole);
    out.text(2, "new in envelopes");
    Envelope.add(new Message(NodeEvent.at(1), Pair.withdraw(3)), out);
    channel.writeInbound((Object) out.toBytes());
    assertThat(heard).containsExactly(Pair.withdraw(1), Pair.withdraw(2), Pair.withdraw(3));
    assertThat(traffic.count().unknown()).isEqualTo(2);
    assertThat(traffic.count().in().events()).isEqualTo(5);
    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void aNodeHearsOnlyWhatIsForNodes() {
    channel.writeInbound((Object) envelope(Pair.report(1)));
    assertThat(heard).isEmpty();
    assertThat(traffic.count().refused()).isEqualTo(1);
    assertThat(channel.isOpen()).isTrue();
  }
}
