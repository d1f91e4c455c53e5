package dev.muster.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.wire.WireException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

class FrameDecoderTest {

  private static final int LIMIT = 10;

  private final FrameDecoder decoder = new FrameDecoder(LIMIT);
  private final EmbeddedChannel channel = new EmbeddedChannel(decoder);

  private static ByteBuf frames(byte[]... bodies) {
    var all = Unpooled.buffer();
    for (var body : bodies) {
      all.writeInt(body.length).writeBytes(body);
    }
    return all;
  }

  @Test
  void framesComeOutWholeHoweverTheyAreCut() {
    byte[] first = {1, 2, 3};
    byte[] last = {4, 5, 6, 7, 8, 9, 10, 11, 12, 13};
    int size = frames(first, FrameEncoder.PING, last).readableBytes();
    for (int cut = 1; cut <= size; cut++) {
      var rest = frames(first, FrameEncoder.PING, last);
      while (rest.isReadable()) {
        channel.writeInbound(rest.readBytes(Math.min(cut, rest.readableBytes())));
      }
      assertThat((byte[]) channel.readInbound()).as("pieces of %d", cut).isEqualTo(first);
      assertThat((byte[]) channel.readInbound()).isEmpty();
      assertThat((byte[]) channel.readInbound()).isEqualTo(last);
      assertThat(channel.inboundMessages()).isEmpty();
    }
  }

  @Test
  void aFrameBeyondTheLimitIsRefusedAndWhatFollowsIsNotRead() {
    var tooLong = frames(new byte[LIMIT + 1], new byte[1]);
    assertThatThrownBy(() -> channel.writeInbound(tooLong))
        .isInstanceOf(WireException.class)
        .hasMessage("a frame of 11 bytes where 10 are the limit");
    channel.writeInbound(frames(new byte[1]));
    assertThat(channel.inboundMessages()).isEmpty();
  }

  @Test
  void aLengthWithTheHighestBitIsNoNegativeOne() {
    assertThatThrownBy(() -> channel.writeInbound(Unpooled.buffer().writeInt(-1)))
        .hasMessageContaining("a frame of 4294967295 bytes");
  }

  @Test
  void theLimitGrowsWithTrust() {
    decoder.limit(LIMIT + 1);
    channel.writeInbound(frames(new byte[LIMIT + 1]));
    assertThat((byte[]) channel.readInbound()).hasSize(LIMIT + 1);
  }
}
