package dev.muster.cli.sim;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.cli.option.FormatOption;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "claims",
    description = {
      "Runs the experiments behind the papers' claims, with settings that finish in "
          + "minutes, and says which claims are reproduced.",
      "Each row names its experiment and settings, so that `sim run` can run it again or "
          + "larger."
    },
    mixinStandardHelpOptions = true)
final class SimClaimsCommand implements Callable<Integer> {

  @Option(
      names = "--paper",
      paramLabel = "PAPER",
      split = ",",
      description = "Only the claims of these papers: sparrow, omega, parsync, apollo, mercury.")
  private List<String> papers = List.of();

  @Option(
      names = "--id",
      paramLabel = "ID",
      split = ",",
      description = "Only these claims, as in S2,O4.")
  private List<String> ids = List.of();

  @Mixin private FormatOption format = new FormatOption();

  private final Console console;

  SimClaimsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws BadInputException {
    new ChosenClaims(papers, ids).run(console, format.isJson());
    return ExitCode.DONE;
  }
}
