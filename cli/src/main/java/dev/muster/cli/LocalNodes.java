package dev.muster.cli;

import dev.muster.daemon.EmbeddedCell;
import dev.muster.daemon.NodeStart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The nodes that a cell starts beside itself: each has an equal part of this machine. */
final class LocalNodes implements AutoCloseable {

  private final MachineOptions machine;
  private final String cell;
  private final List<Process> guardians = new ArrayList<>();

  LocalNodes(MachineOptions machine, String cell) {
    this.machine = machine;
    this.cell = cell;
  }

  void start(int count) throws IOException {
    var home = machine.home();
    var whole = EmbeddedCell.Options.ofThisMachine(home).capacity();
    for (int i = 0; i < count; i++) {
      var state = home.resolve("nodes").resolve(Integer.toString(i));
      var node = new NodeStart(cell, home, state, machine.share(whole, count));
      guardians.add(
          new ProcessBuilder(node.guarded())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start());
    }
  }

  /** Asks them to end, with all that they run, and waits for that. */
  @Override
  public void close() {
    guardians.forEach(Process::destroy);
    guardians.forEach(guardian -> guardian.onExit().join());
  }
}
