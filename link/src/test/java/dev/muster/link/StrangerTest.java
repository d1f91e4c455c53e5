package dev.muster.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.wire.WireWriter;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who dials a cell and is no node of it: learns nothing, holds nothing, disturbs nobody. */
class StrangerTest {

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

  private void relistenWithGreetingWithin(Duration limit) throws Exception {
    pair.server.close();
    pair.server = pair.listen(0, new Times(LONG, limit, LONG, 1));
  }

  private void nodesAreStillWelcome() throws Exception {
    try (var node = pair.node("a")) {
      assertThat(node.await().index()).isZero();
      assertThat(pair.server.nodes()).isEqualTo(1);
    }
  }

  @Test
  void whoSpeaksAnotherLanguageIsSentAwayWithoutAWord() throws Exception {
    relistenWithGreetingWithin(LONG);
    try (var stranger = RawSocket.dial(pair.address())) {
      stranger.say("GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8));
      assertThat(stranger.hearOut()).isZero();
    }
    nodesAreStillWelcome();
  }

  @Test
  void aFrameThatIsNoHelloIsNotAnswered() throws Exception {
    relistenWithGreetingWithin(LONG);
    try (var stranger = RawSocket.dial(pair.address())) {
      stranger.sayFrame(new byte[100]);
      assertThat(stranger.hearOut()).isZero();
    }
    nodesAreStillWelcome();
  }

  @Test
  void whoSaysNothingIsSentAway() throws Exception {
    relistenWithGreetingWithin(SHORT);
    try (var stranger = RawSocket.dial(pair.address())) {
      assertThat(stranger.hearOut()).isZero();
    }
  }

  @Test
  void whoBeginsAHelloAndDoesNotEndItIsSentAway() throws Exception {
    relistenWithGreetingWithin(SHORT);
    try (var stranger = RawSocket.dial(pair.address())) {
      stranger.say((byte) 0, (byte) 0, (byte) 1, (byte) 0, (byte) 'm');
      assertThat(stranger.hearOut()).isZero();
    }
  }

  @Test
  void aNodeWithAnotherVersionOfLinksIsRefusedInWords() throws Exception {
    try (var node = RawSocket.dial(pair.address())) {
      node.sayFrame(new WireWriter().fixed(Hello.MARK).unsigned(99).text("who knows").toBytes());
      assertThatThrownBy(() -> Answer.read(node.hearFrame()))
          .isInstanceOf(Refused.class)
          .hasMessageContaining("the node speaks version 99 of links, the cell 1");
      assertThat(node.hearOut()).isZero();
    }
  }

  @Test
  void onlySoManyStandAtTheDoorAtATime() {
    var reception = new Reception(Pair.SECRET, Whereabouts.UNKNOWN);
    var door = new Door(reception, LONG, (welcome, channel) -> streamOf(channel));
    var standing = new ArrayList<EmbeddedChannel>();
    for (int i = 0; i < Door.MAX_STRANGERS; i++) {
      standing.add(new EmbeddedChannel(door.greeter()));
    }
    assertThat(standing).allMatch(EmbeddedChannel::isOpen);
    assertThat(new EmbeddedChannel(door.greeter()).isOpen()).isFalse();
    var _ = standing.getFirst().close();
    assertThat(new EmbeddedChannel(door.greeter()).isOpen()).as("one has gone").isTrue();
    standing.getLast().pipeline().addFirst(new FrameDecoder(Hello.MAX_BYTES));
    var hello = Hello.of(Pair.SECRET, "a", OptionalInt.empty());
    standing.getLast().pipeline().context(FrameDecoder.class).fireChannelRead(bytes(hello));
    assertThat(new EmbeddedChannel(door.greeter()).isOpen()).as("one has entered").isTrue();
    assertThat(new EmbeddedChannel(door.greeter()).isOpen()).isFalse();
  }

  private static byte[] bytes(Hello hello) {
    return hello.write().toBytes();
  }

  private static Stream streamOf(Channel channel) {
    var times = new Times(LONG, LONG, LONG, 1);
    return new Stream(
        channel,
        Runnable::run,
        times,
        new Traffic(),
        (to, event, few) -> false,
        new Stream.Owner() {
          @Override
          public boolean admits(Parcel parcel) {
            return false;
          }

          @Override
          public void over(Stream stream, String why) {}
        });
  }
}
