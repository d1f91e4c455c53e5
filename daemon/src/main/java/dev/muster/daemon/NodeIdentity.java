package dev.muster.daemon;

import dev.muster.host.PrivateFiles;
import dev.muster.host.RandomName;
import dev.muster.link.FileEndpoint;
import dev.muster.link.Handshake;
import dev.muster.link.HandshakeAccepted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.OptionalInt;

/**
 * Who a node is, kept in its state directory: the name that it gave itself, what the cell that it
 * belongs to calls it, and where the jobs of that cell lie.
 */
final class NodeIdentity {

  private static final int NAME_BYTES = 16;

  private final Path file;
  private final String name;
  private volatile String cell = "";
  private volatile OptionalInt index = OptionalInt.empty();
  private volatile Path home = Path.of("");

  private NodeIdentity(Path file, String name) {
    this.file = file;
    this.name = name;
  }

  static NodeIdentity open(Path state) throws IOException {
    var file = PrivateFiles.createPassage(state).resolve("identity");
    try {
      var lines = Files.readAllLines(file);
      var known = new NodeIdentity(file, lines.get(0));
      known.cell = lines.get(1);
      known.index = OptionalInt.of(Integer.parseInt(lines.get(2)));
      known.home = Path.of(lines.get(3));
      return known;
    } catch (NoSuchFileException fresh) {
      return new NodeIdentity(file, RandomName.of(NAME_BYTES));
    } catch (IndexOutOfBoundsException | NumberFormatException unreadable) {
      throw new IOException(file + " cannot be read; remove it to make a new node", unreadable);
    }
  }

  Handshake handshake(String secret, FileEndpoint at) {
    return Handshake.of(secret, name, index).from(at);
  }

  Path home() {
    return home;
  }

  /** Whether this node has worked for a cell before that is not this one. */
  boolean isOfAnother(HandshakeAccepted accepted) {
    return !cell.isEmpty() && !cell.equals(accepted.cell());
  }

  boolean isSame(HandshakeAccepted accepted) {
    return cell.equals(accepted.cell()) && index.equals(OptionalInt.of(accepted.index()));
  }

  void keep(HandshakeAccepted accepted, Path homeOfJobs) throws IOException {
    home = homeOfJobs;
    cell = accepted.cell();
    index = OptionalInt.of(accepted.index());
    var fresh = file.resolveSibling("identity.new");
    PrivateFiles.write(
        fresh, String.join("\n", name, cell, Integer.toString(accepted.index()), home + "\n"));
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
