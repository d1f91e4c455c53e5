package dev.muster.cli.queues;

import dev.muster.cli.console.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "queues",
    description = "Looks after the queues that share a cell.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
public final class QueuesCommand {

  private QueuesCommand() {}

  public static CommandLine with(Console console) {
    return new CommandLine(new QueuesCommand()).addSubcommand(new QueuesCheckCommand(console));
  }
}
