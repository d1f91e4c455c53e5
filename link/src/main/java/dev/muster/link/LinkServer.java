package dev.muster.link;

import dev.muster.core.loop.Address;
import dev.muster.core.loop.Event;
import dev.muster.core.loop.Role;
import dev.muster.wire.WireException;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The cell's end of all links: nodes dial it, are checked, get a number and are heard. */
public final class LinkServer implements AutoCloseable {

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

  private final Reception reception;
  private final Receiver receiver;
  private final Traffic traffic = new Traffic();
  private final LinkThread thread = new LinkThread("link");
  private final Server server;
  private final int port;

  private LinkServer(InetSocketAddress address, String secret, Whereabouts at, Receiver receiver)
      throws IOException {
    this.reception = new Reception(secret, at);
    this.receiver = receiver;
    this.server =
        thread
            .server(address)
            .addService(
                ServerServiceDefinition.builder(Service.NAME)
                    .addMethod(Service.CARRY, this::accept)
                    .build())
            .build();
    try {
      server.start();
    } catch (IOException refused) {
      thread.close();
      throw refused;
    }
    this.port = server.getPort();
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
    return new LinkServer(address, secret, at, receiver);
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

  private ServerCall.Listener<Envelope> accept(
      ServerCall<Envelope, Envelope> call, Metadata headers) {
    try {
      var welcome = reception.judge(headers);
      var line = new Line(call, welcome.index(), thread, traffic);
      line.begin(welcome);
      reception.connect(line);
      return new Inbound(line);
    } catch (Refused refused) {
      call.close(Status.FAILED_PRECONDITION.withDescription(refused.getMessage()), new Metadata());
      return new ServerCall.Listener<>() {};
    }
  }

  private final class Inbound extends ServerCall.Listener<Envelope> {

    private final Line line;

    Inbound(Line line) {
      this.line = line;
    }

    @Override
    public void onMessage(Envelope envelope) {
      try {
        var parcels = envelope.open();
        traffic.came(parcels.size(), envelope.bytes().length);
        boolean few = parcels.size() <= Envelope.FEW_PARCELS;
        parcels.forEach(parcel -> hear(parcel, few));
        line.more();
      } catch (WireException malformed) {
        line.close(String.valueOf(malformed.getMessage()));
      }
    }

    private void hear(Parcel parcel, boolean few) {
      if (Border.admitsToCell(parcel, line.index())) {
        receiver.receive(parcel.to(), parcel.event(), few);
      } else {
        traffic.refused();
      }
    }

    @Override
    public void onReady() {
      line.outbox().resume();
    }

    @Override
    public void onCancel() {
      over();
    }

    @Override
    public void onComplete() {
      over();
    }

    @Override
    public void onHalfClose() {
      line.close("the node has said its last");
    }

    private void over() {
      line.outbox().close();
      reception.disconnect(line);
    }
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
    thread.close();
  }
}
