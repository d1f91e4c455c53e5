package dev.muster.link;

import dev.muster.wire.WireException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the first frame of a peer that may be anybody: within a time limit, and up to a small
 * size. When the handshake is complete a {@link LinkConnection} replaces this handler; else the
 * connection is closed.
 */
abstract class HandshakeHandler extends ChannelInboundHandlerAdapter {

  private final Duration limit;
  private @Nullable ScheduledFuture<?> timeout;

  HandshakeHandler(Duration limit) {
    this.limit = limit;
  }

  /** The first frame: the connection is open after this, or closing. */
  abstract void handshake(byte[] frame, ChannelHandlerContext context) throws WireException;

  abstract void failed(String why);

  @Override
  public void channelActive(ChannelHandlerContext context) {
    ConnectionState.change(context.channel(), ConnectionState.HANDSHAKE);
    timeout =
        context
            .executor()
            .schedule(
                () -> fail("no handshake within " + limit.toMillis() + " ms", context),
                limit.toNanos(),
                TimeUnit.NANOSECONDS);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (!isPending(context)) {
      return;
    }
    try {
      handshake((byte[]) message, context);
    } catch (WireException malformed) {
      fail(String.valueOf(malformed.getMessage()), context);
    }
  }

  private static boolean isPending(ChannelHandlerContext context) {
    return ConnectionState.of(context.channel()) == ConnectionState.HANDSHAKE;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable broken) {
    fail(String.valueOf(broken.getMessage()), context);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    boolean pending = isPending(context);
    ConnectionState.change(context.channel(), ConnectionState.CLOSED);
    if (pending) {
      failed("the peer has closed the connection");
    }
  }

  private void fail(String why, ChannelHandlerContext context) {
    if (isPending(context)) {
      ConnectionState.change(context.channel(), ConnectionState.CLOSING);
      failed(why);
      var _ = context.close();
    }
  }

  /** Also when a connection replaces this handler. */
  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    if (timeout != null) {
      timeout.cancel(false);
    }
  }
}
