package dev.muster.link;

import static org.awaitility.Awaitility.await;

import dev.muster.core.actor.Event;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.model.Resources;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;

/** A cell's end and nodes' ends of links, and what each has heard. */
final class Pair implements AutoCloseable {

  static final String SECRET = "sesame";
  static final FileEndpoint CELL_FILES = new FileEndpoint(":7071", "cell-home");
  static final Duration PATIENCE = Duration.ofSeconds(60);
  static final Resources CAPACITY = new Resources(1_000, 1L << 30);

  final List<Event> atCell = new CopyOnWriteArrayList<>();
  final List<Event> atNode = new CopyOnWriteArrayList<>();
  LinkServer server;

  Pair() throws IOException {
    this.server = listen(0);
  }

  LinkServer listen(int port) throws IOException {
    return listen(port, LinkTimeouts.STANDARD);
  }

  LinkServer listen(int port, LinkTimeouts timeouts) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    return new LinkServer(
        address, SECRET, CELL_FILES, (to, event, few) -> atCell.add(event), timeouts);
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
  }

  LinkClient node(String name) throws Exception {
    var client = new LinkClient(address(), () -> Handshake.of(SECRET, name, OptionalInt.empty()));
    client.open((to, event, few) -> atNode.add(event), _ -> {});
    return client;
  }

  static MasterEvent.NodeReport report(int node) {
    return MasterEvent.NodeReport.of(node, CAPACITY);
  }

  static NodeEvent withdraw(long reservation) {
    return new NodeEvent.WithdrawReservation(reservation);
  }

  static void until(java.util.concurrent.Callable<Boolean> condition) {
    await().atMost(PATIENCE).until(condition);
  }

  @Override
  public void close() {
    server.close();
  }
}
