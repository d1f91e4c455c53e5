package dev.muster.link;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import io.netty.channel.Channel;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.util.Optional;

/** The cell's end of all links: nodes dial it, are checked, get a number and are heard. */
public final class LinkServer implements AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger(LinkServer.class.getName());

  private final Reception reception;
  private final Receiver receiver;
  private final Times times;
  private final Traffic traffic = new Traffic();
  private final LinkThread thread = new LinkThread("link");
  private final int port;

  private LinkServer(
      InetSocketAddress address, String secret, Whereabouts at, Receiver receiver, Times times)
      throws IOException {
    this.reception = new Reception(secret, at);
    this.receiver = receiver;
    this.times = times;
    var door = new Door(reception, times.greeting(), this::enter);
    try {
      this.port = thread.listen(address, door::greeter);
    } catch (IOException refused) {
      thread.close();
      throw refused;
    }
  }

  /**
   * @param address where nodes dial; port 0 for any that is free
   * @param secret what a node must know
   * @param at where the files of the cell are, for nodes to hear
   * @param receiver hears the nodes, on the thread of the link
   */
  public static LinkServer start(
      InetSocketAddress address, String secret, Whereabouts at, Receiver receiver)
      throws IOException {
    return start(address, secret, at, receiver, Times.STANDARD);
  }

  static LinkServer start(
      InetSocketAddress address, String secret, Whereabouts at, Receiver receiver, Times times)
      throws IOException {
    return new LinkServer(address, secret, at, receiver, times);
  }

  public int port() {
    return port;
  }

  /** How many nodes are connected now. */
  public int nodes() {
    return reception.connected();
  }

  public boolean isConnected(int node) {
    return reception.line(node) != null;
  }

  /** Where the files of a node are, as it said when it dialled last; empty if it never did. */
  public Optional<Whereabouts> whereabouts(int node) {
    return reception.whereabouts(node);
  }

  /** Sends to a node; false if it is not connected or does not keep up. */
  public boolean send(Address<?> to, Event event) {
    var line = to.role() == Role.NODE ? reception.line(to.index()) : null;
    if (line == null) {
      traffic.dropped(1);
      return false;
    }
    return line.outbox().offer(new Parcel(to, event));
  }

  public Traffic.Count traffic() {
    return traffic.count();
  }

  private Stream enter(Welcome welcome, Channel channel) {
    var guest = new Guest(welcome.index());
    var stream = new Stream(channel, thread, times, traffic, receiver, guest);
    reception.connect(new Line(welcome.index(), stream));
    return stream;
  }

  private final class Guest implements Stream.Owner {

    private final int index;

    Guest(int index) {
      this.index = index;
    }

    @Override
    public boolean admits(Parcel parcel) {
      return Border.admitsToCell(parcel, index);
    }

    @Override
    public void over(Stream stream, String why) {
      reception.disconnect(new Line(index, stream));
      LOGGER.log(Level.DEBUG, "the link to node-" + index + " is over: " + why);
    }
  }

  /** The port is free when this returns. */
  @Override
  public void close() {
    thread.close();
  }
}
