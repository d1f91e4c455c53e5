package dev.muster.host.run.executor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.executor.frame.Hello;
import dev.muster.executor.frame.MalformedFrame;
import dev.muster.host.Patience;
import dev.muster.host.RandomName;
import dev.muster.host.Refusal;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The socket to which executors come. One that we have started shows the secret that it alone was
 * given, and that is good once; one that others have started shows the node's, which lies beside
 * the socket where only our own user can read it.
 */
final class Acceptor implements Connection.Door, AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger(Acceptor.class.getName());

  /** How long a connection may take to say who it is. */
  static final Duration HELLO_LIMIT = Duration.ofSeconds(5);

  /** How many may be open, those included that have not said who they are. */
  static final int MAX_CONNECTIONS = 256;

  static final String SOCKET = "socket";
  static final String SECRET = "secret";

  /** The kernel allows 107 bytes for the name of a socket. */
  private static final int MAX_PATH_BYTES = 100;

  private static final int SECRET_BYTES = 16;

  /** Between two tries to accept, where the first was refused. */
  private static final Duration PAUSE_AFTER_REFUSAL = Duration.ofMillis(100);

  private final String node;
  private final Path directory;
  private final ServerSocketChannel server;
  private final String nodeSecret = RandomName.of(SECRET_BYTES);
  private final Function<Hello, Place> foreign;
  private final Map<String, Crew> expected = new ConcurrentHashMap<>();
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();

  /** Once is enough; used by the thread that accepts. */
  private boolean saidRefused;

  /**
   * @param directory its own; made here, and removed at the end
   * @param foreign the place for an executor that we have not started
   */
  static Acceptor open(String node, Path directory, Function<Hello, Place> foreign)
      throws IOException {
    var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      return new Acceptor(node, directory, server, foreign);
    } catch (IOException refused) {
      server.close();
      throw refused;
    }
  }

  /**
   * @param server not bound yet
   */
  Acceptor(String node, Path directory, ServerSocketChannel server, Function<Hello, Place> foreign)
      throws IOException {
    this.node = node;
    this.server = server;
    this.directory = privateDirectory(directory);
    this.foreign = foreign;
    var file = this.directory.resolve(SECRET);
    var onlyUs = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    Files.writeString(Files.createFile(file, onlyUs), nodeSecret);
    server.bind(UnixDomainSocketAddress.of(socket()));
    Thread.ofPlatform().name("executor-acceptor-" + node).daemon().start(this::accept);
  }

  /** Elsewhere, where the name would be too long for a socket. */
  private static Path privateDirectory(Path wanted) throws IOException {
    if (wanted.resolve(SOCKET).toString().getBytes(UTF_8).length > MAX_PATH_BYTES) {
      return Files.createTempDirectory("muster-executors-");
    }
    Files.createDirectories(wanted);
    return Files.setPosixFilePermissions(wanted, PosixFilePermissions.fromString("rwx------"));
  }

  Path socket() {
    return directory.resolve(SOCKET);
  }

  /** The secret by which this one, and nobody else, will be known. */
  String expect(Crew crew) {
    var secret = RandomName.of(SECRET_BYTES);
    expected.put(secret, crew);
    return secret;
  }

  void forget(String secret) {
    expected.remove(secret);
  }

  /** Goes on when it is refused, for want of descriptors say: others may give some back. */
  private void accept() {
    while (server.isOpen()) {
      try {
        accepted(server.accept());
      } catch (IOException refused) {
        pauseWhileOpen(refused);
      }
    }
  }

  private void accepted(SocketChannel channel) {
    var connection = new Connection(channel, this, node);
    open.add(connection);
    connection.start();
    if (open.size() > MAX_CONNECTIONS) {
      connection.close("this node has " + MAX_CONNECTIONS + " connections already");
    }
  }

  /** Whoever closes it is about to close all that was accepted, too. */
  private void pauseWhileOpen(IOException refused) {
    if (server.isOpen()) {
      if (!saidRefused) {
        saidRefused = true;
        LOGGER.log(Level.WARNING, "cannot let executors in: " + Refusal.reason(refused));
      }
      Patience.pause(PAUSE_AFTER_REFUSAL);
    }
  }

  @Override
  public Connection.Listener admit(Hello hello, Connection connection) throws MalformedFrame {
    var crew = expected.remove(hello.secret());
    if (crew == null) {
      crew = foreign(hello);
    }
    crew.arrived(connection, hello.slots());
    return crew;
  }

  private Crew foreign(Hello hello) throws MalformedFrame {
    if (!MessageDigest.isEqual(hello.secret().getBytes(UTF_8), nodeSecret.getBytes(UTF_8))) {
      throw new MalformedFrame("this is not the secret of this node; it is in " + directory);
    }
    if (!Prefix.isForeign(hello.name())) {
      throw new MalformedFrame(
          "an executor is called " + Prefix.EXPECTED + ", not `" + hello.name() + "`");
    }
    var crew = foreign.apply(hello).takeOnForeign();
    if (crew == null) {
      throw new MalformedFrame("another executor is registered as `" + hello.name() + "`");
    }
    return crew;
  }

  @Override
  public void closed(Connection connection) {
    open.remove(connection);
  }

  void closeSilent() {
    long since = System.nanoTime() - HELLO_LIMIT.toNanos();
    for (var connection : open) {
      if (connection.isSilentSince(since)) {
        connection.close("said nothing for " + HELLO_LIMIT.toSeconds() + " s");
      }
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      open.forEach(connection -> connection.close("the node stops"));
      Files.deleteIfExists(socket());
      Files.deleteIfExists(directory.resolve(SECRET));
      Files.deleteIfExists(directory);
    } catch (IOException busy) {
      // A socket that nobody listens at harms nobody.
    }
  }
}
