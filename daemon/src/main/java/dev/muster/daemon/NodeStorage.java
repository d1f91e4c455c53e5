package dev.muster.daemon;

import dev.muster.core.event.NodeEvent;
import dev.muster.files.fetch.CellSources;
import dev.muster.files.fetch.NodeFiles;
import dev.muster.files.serve.FilePort;
import dev.muster.files.serve.HostPort;
import dev.muster.files.serve.Peer;
import dev.muster.host.Waits;
import dev.muster.link.FileEndpoint;
import dev.muster.link.HandshakeAccepted;
import dev.muster.process.directory.JobDirectory;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where a node keeps and serves files: what its handshake says of that, and, once the cell has
 * answered, where its jobs lie. A node that sees the home of the cell uses that home. Any other
 * has, in its own home, a directory for each home of cells: job numbers are unique there only.
 */
final class NodeStorage implements AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger(NodeStorage.class.getName());
  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

  private final NodeDaemon.NodeOptions options;
  private final HomeId homeId;
  private final InetAddress host;
  private final FilePort port;
  private final List<NodeFiles> open = new ArrayList<>();

  private NodeStorage(
      NodeDaemon.NodeOptions options, HomeId homeId, InetAddress host, FilePort port) {
    this.options = options;
    this.homeId = homeId;
    this.host = host;
    this.port = port;
  }

  /** Waits until the name of the cell's host can be resolved. */
  static NodeStorage open(NodeDaemon.NodeOptions options) throws IOException {
    var host = hostTowards(options.cell());
    return new NodeStorage(options, HomeId.of(options.home()), host, options.files().bind(host));
  }

  private static InetAddress hostTowards(InetSocketAddress cell) throws IOException {
    for (boolean warned = false; true; warned = true) {
      var resolved = new InetSocketAddress(cell.getHostString(), cell.getPort());
      if (!resolved.isUnresolved()) {
        try (var socket = new DatagramSocket()) {
          socket.connect(resolved);
          return socket.getLocalAddress();
        }
      }
      if (!warned) {
        LOGGER.log(Level.WARNING, "no host " + cell.getHostString() + " is known; trying again");
      }
      Waits.pause(BETWEEN_TRIES);
    }
  }

  FileEndpoint endpoint() throws IOException {
    var bound = port.address().getAddress();
    var shown = bound.isAnyLocalAddress() ? host : bound;
    return new FileEndpoint(HostPort.forOthers(shown, port.address().getPort()), homeId.toString());
  }

  boolean sharesHome(HandshakeAccepted accepted) {
    return accepted.at().home().equals(homeId.toString());
  }

  Path home(HandshakeAccepted accepted) {
    var cell = HomeId.parse(accepted.at().home()).id();
    return sharesHome(accepted) ? options.home() : options.home().resolve("cells").resolve(cell);
  }

  Peer cell(HandshakeAccepted accepted) {
    var files = accepted.at().files();
    var address =
        HostPort.parse(files.startsWith(":") ? options.cell().getHostString() + files : files);
    return new Peer("the cell", address, options.secret());
  }

  /** The files of the node; this node serves them unless the cell does. */
  NodeFiles files(HandshakeAccepted accepted) throws IOException {
    var home = home(accepted);
    boolean shares = sharesHome(accepted);
    var files =
        new NodeFiles.NodeFileOptions(
            home,
            options.state().resolve("cache"),
            options.files().cacheBytes(),
            shares ? Optional.empty() : Optional.of(port),
            options.secret(),
            options.files().keep());
    var name = NodeEvent.at(accepted.index()).toString();
    var opened =
        NodeFiles.open(
            files, JobDirectory.layout(home), new CellSources(name, cell(accepted), shares));
    open.add(opened);
    return opened;
  }

  @Override
  public void close() {
    open.forEach(NodeFiles::close);
    port.close();
  }
}
