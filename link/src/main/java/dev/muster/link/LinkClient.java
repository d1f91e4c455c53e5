package dev.muster.link;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.wire.WireException;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ConnectTimeoutException;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A node's end of its link: dials the cell, and again whenever the connection is lost.
 *
 * <p>A rejection of the first handshake is final. Later ones are not: the node has tasks to look
 * after, and whoever brought the wrong cell up may bring back the right one.
 */
public final class LinkClient implements AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger(LinkClient.class.getName());

  private final CellName cell;
  private final Supplier<Handshake> handshake;
  private final LinkTimeouts timeouts;
  private final Traffic traffic = new Traffic();
  private final LinkEventLoop eventLoop = new LinkEventLoop("link");
  private final Backoff backoff = new Backoff();
  private final CompletableFuture<HandshakeAccepted> first = new CompletableFuture<>();

  private volatile MessageReceiver receiver = (to, event, few) -> false;
  private volatile Consumer<HandshakeAccepted> rejoined = _ -> {};
  private volatile @Nullable LinkConnection connection;
  private volatile boolean closed;

  /** The last warning about the missing connection: a reason is logged once. */
  private String lastWarning = "";

  /** The handshake is made anew for each dial. */
  public LinkClient(InetSocketAddress cell, Supplier<Handshake> handshake) {
    this(cell, handshake, LinkTimeouts.STANDARD);
  }

  LinkClient(InetSocketAddress cell, Supplier<Handshake> handshake, LinkTimeouts timeouts) {
    this.cell = new CellName(cell);
    this.handshake = handshake;
    this.timeouts = timeouts;
    eventLoop.execute(this::dial);
  }

  /**
   * Waits until the cell has answered for the first time, however long there is no cell.
   *
   * @throws HandshakeRejected if the cell does not admit this node
   */
  public HandshakeAccepted await() throws HandshakeRejected, InterruptedException {
    try {
      return first.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof HandshakeRejected rejected) {
        throw rejected;
      }
      throw new IllegalStateException(failed.getCause());
    }
  }

  /**
   * From now on events are delivered; those that came before are lost.
   *
   * @param again receives, on the event loop of the link, each acceptance after the first
   */
  public void open(MessageReceiver to, Consumer<HandshakeAccepted> again) {
    rejoined = again;
    receiver = to;
  }

  /** Sends to an actor of the cell; false without a connection, or if the cell can't keep up. */
  public boolean send(Address<?> to, Event event) {
    var open = connection;
    if (open == null) {
      traffic.dropped(1);
      return false;
    }
    return open.sendQueue().offer(new Message(to, event));
  }

  public boolean isConnected() {
    return connection != null;
  }

  public Traffic.TrafficCount traffic() {
    return traffic.count();
  }

  private void dial() {
    if (closed) {
      return;
    }
    try {
      var dialled = eventLoop.dial(cell.next(), timeouts.connect(), DialledHandshake::new);
      var _ = dialled.addListener(done -> connected(dialled.channel(), done.cause()));
    } catch (UnknownHostException nowhere) {
      lost("no such host is known");
    }
  }

  private void connected(Channel channel, @Nullable Throwable failure) {
    if (failure == null) {
      return;
    }
    ConnectionState.change(channel, ConnectionState.CLOSED);
    switch (failure) {
      case ConnectTimeoutException _ -> lost("it does not answer");
      case ConnectException _ -> lost("nobody listens there");
      default -> lost(String.valueOf(failure.getMessage()));
    }
  }

  private void lost(String why) {
    dialLater("no connection to the cell at %s (%s)".formatted(cell, why));
  }

  private void rejected(HandshakeRejected rejected) {
    if (!first.completeExceptionally(rejected)) {
      dialLater("the cell refuses this node: " + rejected.why());
    }
  }

  private void dialLater(String why) {
    connection = null;
    if (closed) {
      return;
    }
    if (!why.equals(lastWarning)) {
      LOGGER.log(Level.WARNING, why + "; trying again");
      lastWarning = why;
    }
    eventLoop.later(backoff.pause(), this::dial);
  }

  private void accepted(HandshakeAccepted accepted) {
    backoff.reset();
    lastWarning = "";
    if (!first.complete(accepted)) {
      rejoined.accept(accepted);
    }
  }

  private boolean receive(Address<?> to, Event event, boolean few) {
    return receiver.receive(to, event, few);
  }

  private final class DialledHandshake extends HandshakeHandler {

    DialledHandshake() {
      super(timeouts.handshake());
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      super.channelActive(context);
      var _ = FrameEncoder.send(handshake.get().write(), context.channel());
    }

    @Override
    void handshake(byte[] frame, ChannelHandlerContext context) throws WireException {
      try {
        open(HandshakeAccepted.read(frame), context.channel());
      } catch (HandshakeRejected rejected) {
        ConnectionState.change(context.channel(), ConnectionState.CLOSING);
        var _ = context.close();
        rejected(rejected);
      }
    }

    private void open(HandshakeAccepted accepted, Channel channel) {
      var open =
          new LinkConnection(
              channel,
              eventLoop,
              timeouts,
              traffic,
              new LinkConnection.ConnectionOwner(
                  IngressFilter::admitsToNode,
                  LinkClient.this::receive,
                  (_, why) -> lost(why),
                  "the cell"));
      LinkEventLoop.open(open, this, channel);
      connection = open;
      accepted(accepted);
    }

    @Override
    void failed(String why) {
      lost(why);
    }
  }

  /** Looked up for each dial, since the cell may have moved; several addresses take turns. */
  private static final class CellName {

    private final String host;
    private final int port;
    private int dials;

    CellName(InetSocketAddress address) {
      this.host = address.getHostString();
      this.port = address.getPort();
    }

    InetSocketAddress next() throws UnknownHostException {
      var all = InetAddress.getAllByName(host);
      return new InetSocketAddress(all[dials++ % all.length], port);
    }

    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  @Override
  public void close() {
    closed = true;
    eventLoop.close();
  }
}
