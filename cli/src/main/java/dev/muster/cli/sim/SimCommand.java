package dev.muster.cli.sim;

import dev.muster.cli.console.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "sim",
    description =
        "Runs the scheduler in virtual time: experiments, recorded workflows, and the search "
            + "for bugs.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
public final class SimCommand {

  private SimCommand() {}

  public static CommandLine with(Console console) {
    return new CommandLine(new SimCommand())
        .addSubcommand(new SimListCommand(console))
        .addSubcommand(new SimRunCommand(console))
        .addSubcommand(new SimClaimsCommand(console))
        .addSubcommand(new SimSwarmCommand(console))
        .addSubcommand(new SimReplayCommand(console));
  }
}
