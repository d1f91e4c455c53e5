package dev.muster.daemon;

import dev.muster.core.event.NodeEvent;
import dev.muster.files.fetch.CellSources;
import dev.muster.files.fetch.NodeFiles;
import dev.muster.files.serve.FilePort;
import dev.muster.files.serve.HostPort;
import dev.muster.files.serve.Peer;
import dev.muster.host.Waits;
import dev.muster.link.Welcome;
import dev.muster.link.Whereabouts;
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
 * Where a node stands: what it tells the cell of its files, and, once the cell has answered, where
 * its jobs lie. A node that sees the home of the cell uses it. Any other has, in its own home, a
 * directory for each home of cells that it worked for: the numbers of jobs are unique there only.
 */
final class NodePlace implements AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger(NodePlace.class.getName());
  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

  private final NodeDaemon.Options options;
  private final HomeMark mark;
  private final InetAddress host;
  private final FilePort port;
  private final List<NodeFiles> open = new ArrayList<>();

  private NodePlace(NodeDaemon.Options options, HomeMark mark, InetAddress host, FilePort port) {
    this.options = options;
    this.mark = mark;
    this.host = host;
    this.port = port;
  }

  /** Waits until the name of the cell's host can be resolved. */
  static NodePlace open(NodeDaemon.Options options) throws IOException {
    var host = hostTowards(options.cell());
    return new NodePlace(options, HomeMark.of(options.home()), host, options.files().bind(host));
  }

  /** The address of this computer from which it reaches the cell. */
  private static InetAddress hostTowards(InetSocketAddress cell) throws IOException {
    for (boolean told = false; true; told = true) {
      var resolved = new InetSocketAddress(cell.getHostString(), cell.getPort());
      if (!resolved.isUnresolved()) {
        try (var socket = new DatagramSocket()) {
          socket.connect(resolved);
          return socket.getLocalAddress();
        }
      }
      if (!told) {
        LOGGER.log(Level.WARNING, "no host " + cell.getHostString() + " is known; trying again");
      }
      Waits.pause(BETWEEN_TRIES);
    }
  }

  Whereabouts whereabouts() throws IOException {
    var bound = port.address().getAddress();
    var shown = bound.isAnyLocalAddress() ? host : bound;
    return new Whereabouts(HostPort.forOthers(shown, port.address().getPort()), mark.toString());
  }

  boolean sharesHome(Welcome welcome) {
    return welcome.at().home().equals(mark.toString());
  }

  /** Where the directories of this cell's jobs lie. */
  Path home(Welcome welcome) {
    var cell = HomeMark.parse(welcome.at().home()).id();
    return sharesHome(welcome) ? options.home() : options.home().resolve("cells").resolve(cell);
  }

  /** The cell as one who has files. */
  Peer cell(Welcome welcome) {
    var files = welcome.at().files();
    var address =
        HostPort.parse(files.startsWith(":") ? options.cell().getHostString() + files : files);
    return new Peer("the cell", address, options.secret());
  }

  /**
   * All that the node has to do with files; it serves them unless the cell does. Closed with this
   * place at the latest.
   */
  NodeFiles files(Welcome welcome) throws IOException {
    var home = home(welcome);
    boolean shares = sharesHome(welcome);
    var files =
        new NodeFiles.NodeFileOptions(
            home,
            options.state().resolve("cache"),
            options.files().cacheBytes(),
            shares ? Optional.empty() : Optional.of(port),
            options.secret(),
            options.files().keep());
    var name = NodeEvent.at(welcome.index()).toString();
    var opened =
        NodeFiles.open(
            files, JobDirectory.layout(home), new CellSources(name, cell(welcome), shares));
    open.add(opened);
    return opened;
  }

  @Override
  public void close() {
    open.forEach(NodeFiles::close);
    port.close();
  }
}
