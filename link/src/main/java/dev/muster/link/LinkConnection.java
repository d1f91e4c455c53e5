package dev.muster.link;

import dev.muster.wire.WireException;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.ScheduledFuture;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connection whose handshake is complete: carries envelopes, sends a ping where
 * nothing else is sent, and gives up a silent peer. Used on the event loop of the link only.
 */
final class LinkConnection extends ChannelInboundHandlerAdapter implements SendQueue.EnvelopeSink {

  /** Which messages may come in. */
  @FunctionalInterface
  interface Ingress {

    /**
     * @throws WireException if no sound peer would send the message
     */
    boolean admits(Message message) throws WireException;
  }

  /**
   * The end that has the connection.
   *
   * @param ingress which messages may come in
   * @param closed receives the connection once it is closed, and why
   * @param peer the name of the other end
   */
  record ConnectionOwner(
      Ingress ingress,
      MessageReceiver receiver,
      BiConsumer<LinkConnection, String> closed,
      String peer) {}

  private static final System.Logger LOGGER = System.getLogger(LinkConnection.class.getName());

  private final Channel channel;
  private final LinkTimeouts timeouts;
  private final Traffic traffic;

  private final ConnectionOwner owner;
  private final SendQueue sendQueue;

  private @Nullable ScheduledFuture<?> ticks;
  private boolean sentSinceTick;

  private int idleTicks;

  private String why = "the peer has closed the connection";

  LinkConnection(
      Channel channel,
      Executor eventLoop,
      LinkTimeouts timeouts,
      Traffic traffic,
      ConnectionOwner owner) {
    this.channel = channel;
    this.timeouts = timeouts;
    this.traffic = traffic;

    this.owner = owner;
    this.sendQueue = new SendQueue(this, eventLoop, traffic);
  }

  SendQueue sendQueue() {
    return sendQueue;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    ConnectionState.change(channel, ConnectionState.OPEN);
    long pingNs = timeouts.ping().toNanos();
    ticks =
        context.executor().scheduleWithFixedDelay(this::tick, pingNs, pingNs, TimeUnit.NANOSECONDS);
  }

  /** Counted in ticks, so that a process that was stopped does not blame its peer. */
  private void tick() {
    if (idleTicks++ >= timeouts.missedPings()) {
      close("nothing came from the peer in time");
      return;
    }
    if (!sentSinceTick && channel.isWritable()) {
      FrameEncoder.write(FrameEncoder.PING, channel);
      channel.flush();
    }
    sentSinceTick = false;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    idleTicks = 0;
    var frame = (byte[]) message;
    if (frame.length > 0) {
      deliver(new Envelope(frame));
    }
  }

  private void deliver(Envelope envelope) {
    try {
      var opened = envelope.open();
      var messages = opened.messages();
      traffic.came(messages.size() + opened.unknown(), envelope.bytes().length);
      traffic.unknown(opened.unknown());
      boolean few = messages.size() <= Envelope.FEW_MESSAGES;
      for (var message : messages) {
        deliver(message, few);
      }
    } catch (WireException malformed) {
      reject(String.valueOf(malformed.getMessage()));
    }
  }

  /** Said aloud: nobody else will know why a node is gone. */
  private void reject(String what) {
    var why = "the peer sent what no sound peer sends: " + what;
    LOGGER.log(Level.WARNING, "the connection of " + owner.peer + " is closed: " + why);
    close(why);
  }

  private void deliver(Message message, boolean few) throws WireException {
    if (owner.ingress.admits(message)) {
      owner.receiver.receive(message.to(), message.event(), few);
    } else {
      traffic.refused();
    }
  }

  @Override
  public boolean isReady() {
    return channel.isActive() && channel.isWritable();
  }

  @Override
  public void send(Envelope envelope) {
    sentSinceTick = true;
    FrameEncoder.write(envelope.bytes(), channel);
  }

  @Override
  public void flush() {
    channel.flush();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    sendQueue.resume();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable broken) {
    close(String.valueOf(broken.getMessage()));
  }

  void close(String reason) {
    sendQueue.close();
    if (ConnectionState.of(channel) == ConnectionState.OPEN) {
      ConnectionState.change(channel, ConnectionState.CLOSING);
      why = reason;
      var _ = channel.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    ConnectionState.change(channel, ConnectionState.CLOSED);
    if (ticks != null) {
      ticks.cancel(false);
    }
    sendQueue.close();
    owner.closed.accept(this, why);
  }
}
