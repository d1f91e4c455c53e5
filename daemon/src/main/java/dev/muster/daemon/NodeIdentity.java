package dev.muster.daemon;

import dev.muster.link.Hello;
import dev.muster.link.Welcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;

/**
 * Who a node is, kept in its state directory: the name that it gave itself, and what the cell that
 * it belongs to calls it.
 */
final class NodeIdentity {

  private static final int NAME_BYTES = 16;

  private final Path file;
  private final String name;
  private volatile String cell = "";
  private volatile OptionalInt index = OptionalInt.empty();

  private NodeIdentity(Path file, String name) {
    this.file = file;
    this.name = name;
  }

  static NodeIdentity open(Path state) throws IOException {
    var file = Files.createDirectories(state).resolve("identity");
    try {
      var lines = Files.readAllLines(file);
      var known = new NodeIdentity(file, lines.get(0));
      known.cell = lines.get(1);
      known.index = OptionalInt.of(Integer.parseInt(lines.get(2)));
      return known;
    } catch (NoSuchFileException fresh) {
      var random = new byte[NAME_BYTES];
      new SecureRandom().nextBytes(random);
      return new NodeIdentity(file, HexFormat.of().formatHex(random));
    } catch (IndexOutOfBoundsException | NumberFormatException unreadable) {
      throw new IOException(file + " cannot be read; remove it to make a new node", unreadable);
    }
  }

  Hello hello(String secret) {
    return Hello.of(secret, name, index);
  }

  /** Whether this node has worked for a cell before that is not this one. */
  boolean isOfAnother(Welcome welcome) {
    return !cell.isEmpty() && !cell.equals(welcome.cell());
  }

  boolean isSame(Welcome welcome) {
    return cell.equals(welcome.cell()) && index.equals(OptionalInt.of(welcome.index()));
  }

  void keep(Welcome welcome) throws IOException {
    cell = welcome.cell();
    index = OptionalInt.of(welcome.index());
    var fresh = file.resolveSibling("identity.new");
    Files.write(fresh, List.of(name, cell, Integer.toString(welcome.index())));
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
