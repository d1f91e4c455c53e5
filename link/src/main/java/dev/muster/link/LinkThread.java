package dev.muster.link;

import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The one thread of a link: it waits for the network, writes envelopes and opens them. With one
 * there is no hand-over between who encodes and who writes, and nothing of a stream needs a lock.
 */
final class LinkThread implements Executor, AutoCloseable {

  /** A peer that is silent is asked whether it is there, and given up after this. */
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);

  private static final Duration KEEP_ALIVE_LIMIT = Duration.ofSeconds(20);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

  private final boolean epoll = Epoll.isAvailable();
  private final MultiThreadIoEventLoopGroup group;

  LinkThread(String name) {
    this.group =
        new MultiThreadIoEventLoopGroup(
            1,
            Thread.ofPlatform().name(name).daemon().factory(),
            epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  }

  NettyServerBuilder server(InetSocketAddress address) {
    return NettyServerBuilder.forAddress(address)
        .bossEventLoopGroup(group)
        .workerEventLoopGroup(group)
        .channelType(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
        .maxInboundMessageSize(Envelope.MAX_BYTES)
        .keepAliveTime(KEEP_ALIVE.toSeconds(), TimeUnit.SECONDS)
        .keepAliveTimeout(KEEP_ALIVE_LIMIT.toSeconds(), TimeUnit.SECONDS)
        .permitKeepAliveTime(KEEP_ALIVE.toSeconds() / 2, TimeUnit.SECONDS)
        .directExecutor();
  }

  NettyChannelBuilder channel(InetSocketAddress address) {
    return NettyChannelBuilder.forAddress(address.getHostString(), address.getPort())
        .eventLoopGroup(group)
        .channelType(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
        .maxInboundMessageSize(Envelope.MAX_BYTES)
        .keepAliveTime(KEEP_ALIVE.toSeconds(), TimeUnit.SECONDS)
        .keepAliveTimeout(KEEP_ALIVE_LIMIT.toSeconds(), TimeUnit.SECONDS)
        .usePlaintext()
        .directExecutor();
  }

  @Override
  public void execute(Runnable action) {
    group.execute(action);
  }

  void later(Duration pause, Runnable action) {
    var _ = group.schedule(action, pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    group
        .shutdownGracefully(0, CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(CLOSE_LIMIT.toMillis());
  }
}
