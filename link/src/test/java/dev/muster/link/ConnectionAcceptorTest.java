package dev.muster.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.wire.SchemaVersion;
import dev.muster.wire.WireWriter;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who dials a cell and is no node of it: learns nothing, holds nothing, disturbs nobody. */
class ConnectionAcceptorTest {

  private static final Duration SHORT = Duration.ofMillis(100);
  private static final Duration LONG = Pair.PATIENCE.multipliedBy(2);

  private Pair pair;

  @BeforeEach
  void listen() throws Exception {
    pair = new Pair();
  }

  @AfterEach
  void close() {
    pair.close();
  }

  private void relistenWithHandshakeWithin(Duration limit) throws Exception {
    pair.server.close();
    pair.server = pair.listen(0, new LinkTimeouts(LONG, limit, LONG, 1));
  }

  private void nodesAreStillWelcome() throws Exception {
    try (var node = pair.node("a")) {
      assertThat(node.await().index()).isZero();
      assertThat(pair.server.nodes()).isEqualTo(1);
    }
  }

  @Test
  void whoSpeaksAnotherLanguageIsSentAwayWithoutAWord() throws Exception {
    relistenWithHandshakeWithin(LONG);
    try (var stranger = RawSocket.dial(pair.address())) {
      stranger.say("GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8));
      assertThat(stranger.hearOut()).isZero();
    }
    nodesAreStillWelcome();
  }

  @Test
  void aFrameThatIsNoHandshakeIsNotAnswered() throws Exception {
    relistenWithHandshakeWithin(LONG);
    try (var stranger = RawSocket.dial(pair.address())) {
      stranger.sayFrame(new byte[100]);
      assertThat(stranger.hearOut()).isZero();
    }
    nodesAreStillWelcome();
  }

  @Test
  void whoSaysNothingIsSentAway() throws Exception {
    relistenWithHandshakeWithin(SHORT);
    try (var stranger = RawSocket.dial(pair.address())) {
      assertThat(stranger.hearOut()).isZero();
    }
  }

  @Test
  void whoBeginsAHandshakeAndDoesNotEndItIsSentAway() throws Exception {
    relistenWithHandshakeWithin(SHORT);
    try (var stranger = RawSocket.dial(pair.address())) {
      stranger.say((byte) 0, (byte) 0, (byte) 1, (byte) 0, (byte) 'm');
      assertThat(stranger.hearOut()).isZero();
    }
  }

  @Test
  void aNodeWithAnotherVersionOfLinksIsRefusedInWords() throws Exception {
    try (var node = RawSocket.dial(pair.address())) {
      node.sayFrame(
          new WireWriter().fixed(Handshake.MARK).unsigned(99).text("who knows").toBytes());
      assertThatThrownBy(() -> HandshakeAccepted.read(node.hearFrame()))
          .isInstanceOf(HandshakeRejected.class)
          .hasMessageContaining("the node speaks version 99 of links, the cell 2");
      assertThat(node.hearOut()).isZero();
    }
  }

  /** As schema 1.1 writes it, and as one that has grown since might. */
  @Test
  void aHandshakeIsReadAsFarAsItsFieldsAreKnown() throws Exception {
    var at = new FileEndpoint("10.0.0.5:4711", "home");
    var bytes =
        HexFormat.of()
            .parseHex(
                "6d75737465720000020a06736573616d6510011801220161"
                    + "2808320d31302e302e302e353a343731313a04686f6d65");
    var wanted = Handshake.of(Pair.SECRET, "a", OptionalInt.of(7)).from(at);
    assertThat(Handshake.read(bytes)).isEqualTo(wanted);
    assertThat(wanted.write().toBytes()).isEqualTo(bytes);
    assertThat(Handshake.read(wanted.write().text(90, "new").number(91, 5).toBytes()))
        .isEqualTo(wanted);
  }

  @Test
  void theAnswerIsReadAsFarAsItsFieldsAreKnown() throws Exception {
    var accepted = new HandshakeAccepted("c0ffee", 12, new FileEndpoint(":1", "home"));
    var grown = accepted.write().text(90, "new").toBytes();
    assertThat(HandshakeAccepted.read(grown)).isEqualTo(accepted);
    var tooOld = new HandshakeAccepted("c0ffee", 12, FileEndpoint.UNKNOWN, new SchemaVersion(0, 7));
    assertThatThrownBy(() -> HandshakeAccepted.read(tooOld.write().toBytes()))
        .isInstanceOf(HandshakeRejected.class)
        .hasMessageContaining("the cell has schema 0.7, the node 1.1");
  }

  @Test
  void onlySoManyHandshakesArePendingAtATime() {
    var registry = new NodeRegistry(Pair.SECRET, FileEndpoint.UNKNOWN);
    var acceptor = new ConnectionAcceptor(registry, LONG, (_, channel) -> connection(channel));
    var pending = new ArrayList<EmbeddedChannel>();
    for (int i = 0; i < ConnectionAcceptor.MAX_PENDING; i++) {
      pending.add(new EmbeddedChannel(acceptor.handler()));
    }
    assertThat(pending).allMatch(EmbeddedChannel::isOpen);
    assertThat(new EmbeddedChannel(acceptor.handler()).isOpen()).isFalse();
    var _ = pending.getFirst().close();
    assertThat(new EmbeddedChannel(acceptor.handler()).isOpen()).as("one has gone").isTrue();
    pending.getLast().pipeline().addFirst(new FrameDecoder(Handshake.MAX_BYTES));
    var handshake = Handshake.of(Pair.SECRET, "a", OptionalInt.empty());
    pending.getLast().pipeline().context(FrameDecoder.class).fireChannelRead(bytes(handshake));
    assertThat(new EmbeddedChannel(acceptor.handler()).isOpen()).as("one has entered").isTrue();
    assertThat(new EmbeddedChannel(acceptor.handler()).isOpen()).isFalse();
  }

  private static byte[] bytes(Handshake handshake) {
    return handshake.write().toBytes();
  }

  private static LinkConnection connection(Channel channel) {
    var timeouts = new LinkTimeouts(LONG, LONG, LONG, 1);
    return new LinkConnection(
        channel,
        Runnable::run,
        timeouts,
        new Traffic(),
        new LinkConnection.ConnectionOwner(
            _ -> false, (to, event, few) -> false, (_, _) -> {}, "a peer"));
  }
}
