package dev.muster.link;

import dev.muster.wire.WireException;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import java.time.Duration;
import java.util.function.BiFunction;

/**
 * Accepts the connections that come in at a cell. A node's handshake is answered; a peer that sends
 * none, or something else, is not. Used on the event loop of the link only.
 */
final class ConnectionAcceptor {

  /** Connections without a complete handshake; further ones are closed, and nodes dial again. */
  static final int MAX_PENDING = 1_024;

  private final NodeRegistry registry;
  private final Duration limit;
  private final BiFunction<HandshakeAccepted, Channel, LinkConnection> open;
  private int pending;

  /**
   * @param open makes the connection of a node that is admitted, before the answer is sent: whoever
   *     learns that the node has joined can send to the node
   */
  ConnectionAcceptor(
      NodeRegistry registry,
      Duration limit,
      BiFunction<HandshakeAccepted, Channel, LinkConnection> open) {
    this.registry = registry;
    this.limit = limit;
    this.open = open;
  }

  ChannelHandler handler() {
    return new PendingHandshake();
  }

  private final class PendingHandshake extends HandshakeHandler {

    PendingHandshake() {
      super(limit);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      pending++;
      if (pending > MAX_PENDING) {
        var _ = context.close();
      }
    }

    @Override
    void handshake(byte[] frame, ChannelHandlerContext context) throws WireException {
      var channel = context.channel();
      try {
        var accepted = registry.admit(Handshake.read(frame));
        LinkEventLoop.open(open.apply(accepted, channel), this, channel);
        var _ = FrameEncoder.send(accepted.write(), channel);
      } catch (HandshakeRejected rejected) {
        ConnectionState.change(channel, ConnectionState.CLOSING);
        var _ =
            FrameEncoder.send(rejected.write(), channel).addListener(ChannelFutureListener.CLOSE);
      }
    }

    /** Strangers are not worth a line in a log: there may be very many. */
    @Override
    void failed(String why) {}

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
      pending--;
      super.handlerRemoved(context);
    }
  }
}
