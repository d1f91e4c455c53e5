package dev.muster.cli.sim;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.cli.option.FormatOption;
import dev.muster.sim.experiment.ClaimSession;
import dev.muster.sim.experiment.PaperClaim;
import dev.muster.sim.experiment.PaperClaims;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "claims",
    description = {
      "Runs the experiments behind the papers' claims, with settings that finish in minutes,",
      "and says which claims are reproduced. Each row names its experiment and settings,",
      "so that `sim run` can run it again or larger."
    },
    mixinStandardHelpOptions = true)
final class SimClaimsCommand implements Callable<Integer> {

  @Option(
      names = "--paper",
      paramLabel = "PAPER",
      split = ",",
      description = "Only the claims of these papers: sparrow, omega, parsync.")
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
    var claims = chosen();
    var view = new ClaimsView(console);
    var session = new ClaimSession(claims);
    ExperimentRun.showing(
        console,
        "claims",
        progress -> {
          session.run(progress, view::add);
          return claims;
        });
    if (format.isJson()) {
      view.printJson();
    } else {
      view.printTable();
    }
    return ExitCode.DONE;
  }

  private List<PaperClaim> chosen() throws BadInputException {
    var all = PaperClaims.all();
    mustBeKnown("--paper", "paper", papers, PaperClaims.papers());
    mustBeKnown("--id", "claim", ids, all.stream().map(PaperClaim::id).toList());
    var chosen =
        all.stream()
            .filter(claim -> papers.isEmpty() || papers.contains(claim.paper()))
            .filter(claim -> ids.isEmpty() || ids.contains(claim.id()))
            .toList();
    if (chosen.isEmpty()) {
      throw new BadInputException(
          "--id: %s is no claim of --paper %s"
              .formatted(String.join(", ", ids), String.join(", ", papers)));
    }
    return chosen;
  }

  private static void mustBeKnown(String option, String one, List<String> given, List<String> known)
      throws BadInputException {
    for (var each : given) {
      if (!known.contains(each)) {
        throw new BadInputException(
            "%s: unknown %s `%s`; there are %s"
                .formatted(option, one, each, String.join(", ", known)));
      }
    }
  }
}
