package dev.muster.link;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import io.netty.channel.Channel;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.util.Optional;

/** The cell's end of all links: nodes dial, complete the handshake and get a number. */
public final class LinkServer implements AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger(LinkServer.class.getName());

  private final NodeRegistry registry;
  private final MessageReceiver receiver;
  private final LinkTimeouts timeouts;
  private final Traffic traffic = new Traffic();
  private final LinkEventLoop eventLoop = new LinkEventLoop("link");
  private final int port;

  LinkServer(
      InetSocketAddress address,
      String secret,
      FileEndpoint at,
      MessageReceiver receiver,
      LinkTimeouts timeouts)
      throws IOException {
    this.registry = new NodeRegistry(secret, at);
    this.receiver = receiver;
    this.timeouts = timeouts;
    var acceptor = new ConnectionAcceptor(registry, timeouts.handshake(), this::open);
    try {
      this.port = eventLoop.listen(address, acceptor::handler);
    } catch (IOException refused) {
      eventLoop.close();
      throw refused;
    }
  }

  /**
   * @param address where nodes dial; port 0 for any that is free
   * @param secret the secret of the cell
   * @param at where the files of the cell are
   * @param receiver takes what nodes send, on the event loop of the link
   */
  public LinkServer(
      InetSocketAddress address, String secret, FileEndpoint at, MessageReceiver receiver)
      throws IOException {
    this(address, secret, at, receiver, LinkTimeouts.STANDARD);
  }

  public int port() {
    return port;
  }

  public int nodes() {
    return registry.connected();
  }

  public boolean isConnected(int node) {
    return registry.connection(node) != null;
  }

  public Optional<FileEndpoint> fileEndpoint(int node) {
    return registry.endpoint(node);
  }

  public boolean send(Address<?> to, Event event) {
    var connection = to.role() == Role.NODE ? registry.connection(to.index()) : null;
    if (connection == null) {
      traffic.dropped(1);
      return false;
    }
    return connection.sendQueue().offer(new Message(to, event));
  }

  public Traffic.TrafficCount traffic() {
    return traffic.count();
  }

  private LinkConnection open(HandshakeAccepted accepted, Channel channel) {
    int index = accepted.index();
    var owner =
        new LinkConnection.ConnectionOwner(
            message -> IngressFilter.admitsToCell(message, index),
            receiver,
            (gone, why) -> closed(index, gone, why),
            "node-" + index);
    var connection = new LinkConnection(channel, eventLoop, timeouts, traffic, owner);
    registry.connect(index, connection);
    return connection;
  }

  private void closed(int index, LinkConnection connection, String why) {
    registry.disconnect(index, connection);
    LOGGER.log(Level.DEBUG, "the connection of node-" + index + " is closed: " + why);
  }

  @Override
  public void close() {
    eventLoop.close();
  }
}
