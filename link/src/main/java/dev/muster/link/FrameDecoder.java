package dev.muster.link;

import dev.muster.wire.WireException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what comes in into frames: four bytes that say how many follow, and these. Nothing is
 * allocated for a frame beyond the limit, which is small until the other end is known.
 */
final class FrameDecoder extends ChannelInboundHandlerAdapter {

  private int limitBytes;
  private int lengthBytes;
  private int length;
  private byte @Nullable [] frame;
  private int filled;

  /** Nothing that comes behind what cannot be read is looked at. */
  private boolean broken;

  FrameDecoder(int limitBytes) {
    this.limitBytes = limitBytes;
  }

  void limit(int bytes) {
    limitBytes = bytes;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    var in = (ByteBuf) message;
    try {
      while (in.isReadable() && !broken) {
        read(in, context);
      }
    } finally {
      in.release();
    }
  }

  private void read(ByteBuf in, ChannelHandlerContext context) {
    if (frame == null) {
      readLength(in, context);
    } else {
      fill(frame, in, context);
    }
  }

  private void readLength(ByteBuf in, ChannelHandlerContext context) {
    while (lengthBytes < Integer.BYTES && in.isReadable()) {
      length = length << Byte.SIZE | in.readUnsignedByte();
      lengthBytes++;
    }
    if (lengthBytes == Integer.BYTES) {
      begin(context);
    }
  }

  private void begin(ChannelHandlerContext context) {
    if (length < 0 || length > limitBytes) {
      broken = true;
      context.fireExceptionCaught(
          new WireException(
              "a frame of %d bytes where %d are the limit"
                  .formatted(Integer.toUnsignedLong(length), limitBytes)));
      return;
    }
    filled = 0;
    frame = new byte[length];
    if (length == 0) {
      finish(frame, context);
    }
  }

  private void fill(byte[] bytes, ByteBuf in, ChannelHandlerContext context) {
    int count = Math.min(bytes.length - filled, in.readableBytes());
    in.readBytes(bytes, filled, count);
    filled += count;
    if (filled == bytes.length) {
      finish(bytes, context);
    }
  }

  private void finish(byte[] bytes, ChannelHandlerContext context) {
    frame = null;
    length = 0;
    lengthBytes = 0;
    context.fireChannelRead(bytes);
  }
}
