package dev.muster.cli.run;

import dev.muster.cli.console.ExitCode;
import dev.muster.cli.option.CellAddress;
import dev.muster.cli.option.FileOptions;
import dev.muster.cli.option.KernelPath;
import dev.muster.cli.option.MachineOptions;
import dev.muster.daemon.NodeCommandLine;
import dev.muster.process.guard.Guardian;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "node",
    description = {
      "Joins this machine to a cell, until the command is interrupted.",
      "This process is the guardian of the node: if the node is killed, its tasks go on, "
          + "and the next node adopts them; if this process is killed, the node ends with its "
          + "tasks. The node needs the secret of the cell: the file `secret` of the cell's home, "
          + "copied to the home of the node, or $MUSTER_SECRET. Files are fetched over the "
          + "network, unless cell and node have one --home on one machine."
    },
    mixinStandardHelpOptions = true)
public final class NodeCommand implements Callable<Integer> {

  @Option(
      names = "--cell",
      paramLabel = "HOST:PORT",
      required = true,
      description = "Where the cell listens.")
  private String cell = "";

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = "The directory of this node's own state (default: node in the home).")
  private Optional<Path> state = Optional.empty();

  @Mixin private MachineOptions machine = new MachineOptions();

  @Mixin private FileOptions files = new FileOptions();

  @Override
  public Integer call() throws Exception {
    CellAddress.parse(cell);
    var home = machine.home();
    var own = KernelPath.of(state.orElse(home.resolve("node")));
    var start =
        new NodeCommandLine(
            cell,
            home,
            own,
            LocalNodes.share(machine, 1),
            machine.attributes(),
            files.choices().settings(),
            machine.user());
    Guardian.main(start.forGuardian().toArray(String[]::new));
    return ExitCode.INTERRUPTED; // It ends the process itself, unless a signal does.
  }
}
