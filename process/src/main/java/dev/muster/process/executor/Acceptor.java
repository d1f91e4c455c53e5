package dev.muster.process.executor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.executor.frame.FrameReader.MalformedFrame;
import dev.muster.executor.frame.Protocol.ExecutorHandshake;
import dev.muster.host.IoErrors;
import dev.muster.host.RandomName;
import dev.muster.host.Waits;
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
import java.util.regex.Pattern;

/**
 * The socket to which executors come. One that we have started shows the secret that it alone was
 * given, and that is good once; one that others have started shows the node's, which lies beside
 * the socket where only our own user can read it.
 */
final class Acceptor implements AutoCloseable {
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

  private static final Duration PAUSE_AFTER_REFUSAL = Duration.ofMillis(100);

  private final String node;
  private final Path directory;
  private final ServerSocketChannel server;
  private final String nodeSecret = RandomName.of(SECRET_BYTES);
  private final Function<String, CallQueue> foreign;
  private final Map<String, ExecutorHandle> expected = new ConcurrentHashMap<>();
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();

  /** Once is enough; used by the thread that accepts. */
  private boolean saidRefused;

  /**
   * @param directory its own; made here, and removed at the end
   * @param foreign the queue for an executor that we have not started
   */
  static Acceptor open(String node, Path directory, Function<String, CallQueue> foreign)
      throws IOException {
    var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      return new Acceptor(node, directory, server, foreign);
    } catch (IOException refused) {
      server.close();
      throw refused;
    }
  }

  Acceptor(
      String node, Path directory, ServerSocketChannel server, Function<String, CallQueue> foreign)
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

  /** The secret that identifies this executor. */
  String expect(ExecutorHandle executor) {
    var secret = RandomName.of(SECRET_BYTES);
    expected.put(secret, executor);
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

  /** After a close no connection is accepted, so there is nothing to wait for. */
  private void pauseWhileOpen(IOException refused) {
    if (server.isOpen()) {
      if (!saidRefused) {
        saidRefused = true;
        LOGGER.log(Level.WARNING, "cannot let executors in: " + IoErrors.reason(refused));
      }
      Waits.pause(PAUSE_AFTER_REFUSAL);
    }
  }

  ExecutorHandle admit(ExecutorHandshake handshake, Connection connection) throws MalformedFrame {
    var executor = expected.remove(handshake.secret());
    if (executor == null) {
      executor = foreign(handshake);
    }
    executor.arrived(connection, handshake.slots());
    return executor;
  }

  private ExecutorHandle foreign(ExecutorHandshake handshake) throws MalformedFrame {
    if (!MessageDigest.isEqual(handshake.secret().getBytes(UTF_8), nodeSecret.getBytes(UTF_8))) {
      throw new MalformedFrame("this is not the secret of this node; it is in " + directory);
    }
    if (!Prefix.isForeign(handshake.name())) {
      throw new MalformedFrame(
          "an executor is called " + Prefix.EXPECTED + ", not `" + handshake.name() + "`");
    }
    var executor = foreign.apply(handshake.name()).addForeign();
    if (executor == null) {
      throw new MalformedFrame("another executor is registered as `" + handshake.name() + "`");
    }
    return executor;
  }

  void closed(Connection connection) {
    open.remove(connection);
  }

  void closeUnidentified() {
    long since = System.nanoTime() - HELLO_LIMIT.toNanos();
    for (var connection : open) {
      if (connection.isUnidentifiedSince(since)) {
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

  /**
   * The part before the colon of functions that are none of ours, as in {@code python:mail.send}.
   */
  static final class Prefix {
    static final String OURS = "java";

    static final String EXPECTED =
        "by 1 to 30 lower-case letters, digits and `-`, from a letter on, and not `" + OURS + "`";

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,29}");

    private Prefix() {}

    static boolean isForeign(String name) {
      return NAME.matcher(name).matches() && !name.equals(OURS);
    }

    /** Empty for a function of ours: no class has a colon in its name. */
    static String of(String function) {
      return function.substring(0, Math.max(0, function.indexOf(':')));
    }
  }
}
