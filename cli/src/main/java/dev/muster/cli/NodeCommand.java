package dev.muster.cli;

import dev.muster.daemon.NodeStart;
import dev.muster.host.guard.Guardian;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "node",
    description = {
      "Joins this machine to a cell, until it is interrupted.",
      "This process watches over that of the node: if it is killed, its tasks go on, and the next",
      "one takes them over. All nodes and the cell must see the same --home, and know its secret:",
      "the file `secret` there, or $MUSTER_SECRET."
    },
    mixinStandardHelpOptions = true)
final class NodeCommand implements Callable<Integer> {

  @Option(
      names = "--cell",
      paramLabel = "HOST:PORT",
      required = true,
      description = "Where the cell listens.")
  private String cell = "";

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = "What this node remembers, for it alone (default: node in the home).")
  private Optional<Path> state = Optional.empty();

  @Mixin private MachineOptions machine = new MachineOptions();

  @Override
  public Integer call() throws Exception {
    CellAddress.parse(cell);
    var home = machine.home();
    var own = state.orElse(home.resolve("node")).toAbsolutePath();
    var start = new NodeStart(cell, home, own, LocalNodes.share(machine, 1), machine.attributes());
    Guardian.main(start.forGuardian().toArray(String[]::new));
    return ExitCode.DONE;
  }
}
