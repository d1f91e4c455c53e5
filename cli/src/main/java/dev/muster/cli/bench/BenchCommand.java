package dev.muster.cli.bench;

import dev.muster.cli.console.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "bench",
    description = "Measures what Muster costs on this machine.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
public final class BenchCommand {

  private BenchCommand() {}

  public static CommandLine with(Console console) {
    return new CommandLine(new BenchCommand())
        .addSubcommand(new BenchLaunchCommand(console))
        .addSubcommand(new BenchNodeCommand(console))
        .addSubcommand(new BenchFunctionsCommand(console))
        .addSubcommand(new BenchCodecCommand(console))
        .addSubcommand(new BenchSampledCommand(console))
        .addSubcommand(new BenchSimCommand(console))
        .addSubcommand(new BenchSlotsCommand(console))
        .addSubcommand(new BenchCommitCommand(console))
        .addSubcommand(new BenchEstimatedCommand(console))
        .addSubcommand(new BenchMonitorCommand(console))
        .addSubcommand(new BenchSoakCommand(console))
        .addSubcommand(new BenchQueuesCommand(console));
  }
}
