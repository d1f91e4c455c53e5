package dev.muster.link;

import dev.muster.wire.WireException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the first frame of whoever is at the other end, which may be anybody: not for ever, and
 * not for much. It then gives way to a {@link Stream}, or there is none.
 */
abstract class Greeter extends ChannelInboundHandlerAdapter {

  private final Duration limit;
  private @Nullable ScheduledFuture<?> patience;

  /** Whether it is known what becomes of the connection. */
  private boolean settled;

  Greeter(Duration limit) {
    this.limit = limit;
  }

  /** The first frame: a stream begins, or the connection ends with a word. */
  abstract void greeted(byte[] frame, ChannelHandlerContext context) throws WireException;

  /** There is no greeting and will be none; the connection ends. */
  abstract void failed(String why);

  @Override
  public void channelActive(ChannelHandlerContext context) {
    patience =
        context
            .executor()
            .schedule(
                () -> fail("no greeting within " + limit.toMillis() + " ms", context),
                limit.toNanos(),
                TimeUnit.NANOSECONDS);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (settled) {
      return;
    }
    settled = true;
    try {
      greeted((byte[]) message, context);
    } catch (WireException malformed) {
      end(String.valueOf(malformed.getMessage()), context);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable broken) {
    fail(String.valueOf(broken.getMessage()), context);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    fail("the other side has hung up", context);
  }

  private void fail(String why, ChannelHandlerContext context) {
    if (!settled) {
      settled = true;
      end(why, context);
    }
  }

  private void end(String why, ChannelHandlerContext context) {
    failed(why);
    var _ = context.close();
  }

  /** Also when it gives way. */
  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    if (patience != null) {
      patience.cancel(false);
    }
  }
}
