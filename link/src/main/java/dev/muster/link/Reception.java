package dev.muster.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.wire.EventCodec;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Says which nodes may join and which number each has. */
final class Reception {

  /** How many nodes one process of a cell takes. */
  static final int MAX_NODES = 10_000;

  private static final int MAX_NAME_CHARS = 64;
  private static final int NAME_BYTES = 8;

  private final byte[] secret;
  private final String cell;
  private final Whereabouts own;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Map<Integer, String> names = new HashMap<>();
  private final Map<Integer, Whereabouts> whereabouts = new ConcurrentHashMap<>();
  private final Map<Integer, Line> lines = new ConcurrentHashMap<>();
  private int nextNumber;

  Reception(String secret, Whereabouts own) {
    this.secret = secret.getBytes(UTF_8);
    this.own = own;
    var random = new byte[NAME_BYTES];
    new SecureRandom().nextBytes(random);
    this.cell = HexFormat.of().formatHex(random);
  }

  /** The answer to a hello. */
  Welcome judge(Hello hello) throws Refused {
    if (!MessageDigest.isEqual(secret, hello.secret().getBytes(UTF_8))) {
      throw new Refused(
          "the secret is not that of this cell: give the node the file `secret` of the cell's home,"
              + " or the same MUSTER_SECRET");
    }
    if (hello.layout() != EventCodec.fingerprint()) {
      throw new Refused(
          "the node speaks another version (%016x) than the cell (%016x): run both from one build"
              .formatted(hello.layout(), EventCodec.fingerprint()));
    }
    check(hello);
    int number = number(hello);
    whereabouts.put(number, hello.at());
    return new Welcome(cell, number, own);
  }

  private static void check(Hello hello) throws Refused {
    if (hello.node().isEmpty() || hello.node().length() > MAX_NAME_CHARS || !hello.at().isSound()) {
      throw new Refused("this is no node of ours: its hello cannot be read");
    }
  }

  /** The same for all lives of a node; a number from an earlier cell is kept where it is free. */
  private synchronized int number(Hello hello) throws Refused {
    var known = numbers.get(hello.node());
    if (known != null) {
      return known;
    }
    if (numbers.size() == MAX_NODES) {
      throw new Refused("the cell has its limit of " + MAX_NODES + " nodes");
    }
    int wanted = hello.index().orElse(-1);
    int number = wanted >= 0 && wanted < MAX_NODES && !names.containsKey(wanted) ? wanted : free();
    numbers.put(hello.node(), number);
    names.put(number, hello.node());
    return number;
  }

  private int free() {
    while (names.containsKey(nextNumber)) {
      nextNumber++;
    }
    return nextNumber;
  }

  /** The newest stream of a node counts: the one before it is dead and does not know yet. */
  void connect(Line line) {
    var before = lines.put(line.index(), line);
    if (before != null) {
      before.close("the node has dialled again");
    }
  }

  void disconnect(Line line) {
    lines.remove(line.index(), line);
  }

  @Nullable Line line(int index) {
    return lines.get(index);
  }

  /** What the node said when it dialled last. */
  Optional<Whereabouts> whereabouts(int index) {
    return Optional.ofNullable(whereabouts.get(index));
  }

  int connected() {
    return lines.size();
  }
}
