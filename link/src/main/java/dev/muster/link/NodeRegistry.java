package dev.muster.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.wire.SchemaVersion;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Which nodes may join, which number each has, and how each is connected now. */
final class NodeRegistry {

  /** Nodes of one cell; the handshakes of further ones are rejected. */
  static final int MAX_NODES = 10_000;

  private static final int MAX_NAME_CHARS = 64;
  private static final int NAME_BYTES = 8;

  private final byte[] secret;
  private final String cell;
  private final FileEndpoint own;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Map<Integer, String> names = new HashMap<>();
  private final Map<Integer, FileEndpoint> endpoints = new ConcurrentHashMap<>();
  private final Map<Integer, LinkConnection> connections = new ConcurrentHashMap<>();
  private int nextNumber;

  NodeRegistry(String secret, FileEndpoint own) {
    this.secret = secret.getBytes(UTF_8);
    this.own = own;
    var random = new byte[NAME_BYTES];
    new SecureRandom().nextBytes(random);
    this.cell = HexFormat.of().formatHex(random);
  }

  HandshakeAccepted admit(Handshake handshake) throws HandshakeRejected {
    if (!MessageDigest.isEqual(secret, handshake.secret().getBytes(UTF_8))) {
      throw new HandshakeRejected(
          "the secret is not that of this cell: give the node the file `secret` of the cell's home,"
              + " or the same MUSTER_SECRET");
    }
    if (!SchemaVersion.CURRENT.understands(handshake.schema())) {
      throw new HandshakeRejected(
          "the node has schema %s, the cell %s, and one release back is understood: upgrade the node"
              .formatted(handshake.schema(), SchemaVersion.CURRENT));
    }
    check(handshake);
    int number = number(handshake);
    endpoints.put(number, handshake.at());
    return new HandshakeAccepted(cell, number, own);
  }

  private static void check(Handshake handshake) throws HandshakeRejected {
    if (handshake.node().isEmpty()
        || handshake.node().length() > MAX_NAME_CHARS
        || !handshake.at().isSound()) {
      throw new HandshakeRejected("this is not a Muster node: the handshake cannot be read");
    }
  }

  /** The same in all epochs of a node; a number from an earlier cell is kept where it is free. */
  private synchronized int number(Handshake handshake) throws HandshakeRejected {
    var known = numbers.get(handshake.node());
    if (known != null) {
      return known;
    }
    if (numbers.size() == MAX_NODES) {
      throw new HandshakeRejected("the cell has its limit of " + MAX_NODES + " nodes");
    }
    int wanted = handshake.index().orElse(-1);
    int number = wanted >= 0 && wanted < MAX_NODES && !names.containsKey(wanted) ? wanted : free();
    numbers.put(handshake.node(), number);
    names.put(number, handshake.node());
    return number;
  }

  private int free() {
    while (names.containsKey(nextNumber)) {
      nextNumber++;
    }
    return nextNumber;
  }

  /** The newest connection of a node counts: the earlier one is dead. */
  void connect(int index, LinkConnection connection) {
    var before = connections.put(index, connection);
    if (before != null) {
      before.close("the node has dialled again");
    }
  }

  void disconnect(int index, LinkConnection connection) {
    connections.remove(index, connection);
  }

  @Nullable LinkConnection connection(int index) {
    return connections.get(index);
  }

  Optional<FileEndpoint> endpoint(int index) {
    return Optional.ofNullable(endpoints.get(index));
  }

  int connected() {
    return connections.size();
  }
}
