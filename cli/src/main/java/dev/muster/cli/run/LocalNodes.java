package dev.muster.cli.run;

import dev.muster.cli.option.FileOptions.FileChoices;
import dev.muster.cli.option.MachineOptions;
import dev.muster.daemon.EmbeddedCell;
import dev.muster.daemon.NodeCommandLine;
import dev.muster.model.Resources;
import dev.muster.process.guard.Guardian;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The nodes that a cell starts beside itself: each has an equal part of this machine. */
final class LocalNodes implements AutoCloseable {

  private final MachineOptions machine;
  private final FileChoices files;
  private final String cell;
  private final List<Process> guardians = new ArrayList<>();

  LocalNodes(MachineOptions machine, FileChoices files, String cell) {
    this.machine = machine;
    this.files = files;
    this.cell = cell;
  }

  void start(int count) throws IOException {
    var home = machine.home();
    for (int i = 0; i < count; i++) {
      var state = home.resolve("nodes").resolve(Integer.toString(i));
      var node =
          new NodeCommandLine(
              cell,
              home,
              state,
              share(machine, count),
              machine.attributes(),
              files.settings(),
              machine.user());
      guardians.add(start(node));
    }
  }

  /** If this process is killed, nobody else will end them, and their jobs are forgotten. */
  private static Process start(NodeCommandLine node) throws IOException {
    var builder =
        new ProcessBuilder(node.guarded())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put(Guardian.UNTIL, Long.toString(ProcessHandle.current().pid()));
    return builder.start();
  }

  /** What was said of a node, and for the rest a part of what this machine has. */
  static Resources share(MachineOptions machine, int parts) {
    var whole = EmbeddedCell.EmbeddedOptions.ofThisMachine(machine.home()).capacity();
    return new Resources(
        machine.cpuMillis().orElse(Math.max(1, whole.cpuMillis() / parts)),
        machine.memoryBytes().orElse(Math.max(1, whole.memoryBytes() / parts)),
        machine.named());
  }

  /** Asks them to end, with all that they run, and waits for that. */
  @Override
  public void close() {
    guardians.forEach(Process::destroy);
    guardians.forEach(guardian -> guardian.onExit().join());
  }
}
