package dev.muster.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "sim",
    description = "The wind tunnel: the same scheduling code in virtual time.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
final class SimCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  static CommandLine commandLine(Console console) {
    return new CommandLine(new SimCommand())
        .addSubcommand(new SimListCommand(console))
        .addSubcommand(new SimRunCommand(console))
        .addSubcommand(new SimSwarmCommand(console));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing required subcommand");
  }
}
