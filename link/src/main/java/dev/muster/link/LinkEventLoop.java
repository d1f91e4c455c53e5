package dev.muster.link;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The one event loop of a link: waits for the network, writes envelopes and opens them. With one
 * thread there is no hand-over between encoding and writing, and nothing of a connection needs a
 * lock.
 */
final class LinkEventLoop implements Executor, AutoCloseable {

  /** Beyond so much that the network has not taken, the peer does not keep up. */
  private static final WriteBufferWaterMark UNSENT =
      new WriteBufferWaterMark(Envelope.FULL_BYTES, 2 * Envelope.FULL_BYTES);

  private static final int BACKLOG = 1_024;
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

  private final boolean epoll = Epoll.isAvailable();
  private final MultiThreadIoEventLoopGroup group;

  /** The open channels: an event loop that ends may leave them as they are. */
  private final ChannelGroup channels =
      new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE, true);

  LinkEventLoop(String name) {
    this.group =
        new MultiThreadIoEventLoopGroup(
            1,
            Thread.ofPlatform().name(name).daemon().factory(),
            epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  }

  /** Each connection gets a new handler for its handshake; the result is the port. */
  int listen(InetSocketAddress address, Supplier<ChannelHandler> handshake) throws IOException {
    var bound =
        new ServerBootstrap()
            .group(group)
            .channel(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, UNSENT)
            .childHandler(pipeline(handshake))
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "cannot listen at %s:%d: %s"
              .formatted(address.getHostString(), address.getPort(), reason(bound.cause())),
          bound.cause());
    }
    channels.add(bound.channel());
    return ((InetSocketAddress) bound.channel().localAddress()).getPort();
  }

  /** The native transport names its system call and the number of the error. */
  private static String reason(Throwable refused) {
    return switch (String.valueOf(refused.getMessage())) {
      case String text when text.contains("Address already in use") -> "the address is in use";
      case String text when text.contains("Permission denied") -> "permission denied";
      case String text when text.contains("Cannot assign requested address") ->
          "this machine does not have that address";
      case String text -> text;
    };
  }

  ChannelFuture dial(
      InetSocketAddress address, Duration limit, Supplier<ChannelHandler> handshake) {
    return new Bootstrap()
        .group(group)
        .channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(limit.toMillis()))
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, UNSENT)
        .handler(pipeline(handshake))
        .connect(address);
  }

  /** TLS would stand in front; a connection replaces the handshake. */
  private ChannelInitializer<Channel> pipeline(Supplier<ChannelHandler> handshake) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        channels.add(channel);
        channel.pipeline().addLast(new FrameDecoder(Handshake.MAX_BYTES), handshake.get());
      }
    };
  }

  /** The handshake is complete: from now on frames are envelopes. */
  static void open(LinkConnection connection, ChannelHandler handshake, Channel channel) {
    channel.pipeline().get(FrameDecoder.class).limit(Envelope.MAX_BYTES);
    channel.pipeline().replace(handshake, null, connection);
  }

  @Override
  public void execute(Runnable action) {
    group.execute(action);
  }

  void later(Duration pause, Runnable action) {
    var _ = group.schedule(action, pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** When this returns the port is free and all connections are closed. */
  @Override
  public void close() {
    channels.close().awaitUninterruptibly(CLOSE_LIMIT.toMillis());
    group
        .shutdownGracefully(0, CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(CLOSE_LIMIT.toMillis());
  }
}
