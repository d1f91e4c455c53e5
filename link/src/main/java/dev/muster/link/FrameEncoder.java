package dev.muster.link;

import dev.muster.wire.WireWriter;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;

/** Writes what {@link FrameDecoder} reads. */
final class FrameEncoder {

  /** The empty frame: its sender is alive and has nothing to send. */
  static final byte[] PING = {};

  private FrameEncoder() {}

  /** To be flushed by whoever knows that it is the last for now. */
  static void write(byte[] frame, Channel channel) {
    var _ = channel.write(buffer(frame, channel), channel.voidPromise());
  }

  static ChannelFuture send(WireWriter frame, Channel channel) {
    return channel.writeAndFlush(buffer(frame.toBytes(), channel));
  }

  private static ByteBuf buffer(byte[] frame, Channel channel) {
    return channel
        .alloc()
        .ioBuffer(Integer.BYTES + frame.length)
        .writeInt(frame.length)
        .writeBytes(frame);
  }
}
