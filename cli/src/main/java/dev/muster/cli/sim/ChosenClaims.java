package dev.muster.cli.sim;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.sim.experiment.ClaimSession;
import dev.muster.sim.experiment.PaperClaim;
import dev.muster.sim.experiment.PaperClaims;
import java.util.List;

/** The claims that a user chose, run and shown; apart from the command, whose help needs none. */
record ChosenClaims(List<String> papers, List<String> ids) {

  void run(Console console, boolean json) throws BadInputException {
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
    if (json) {
      view.printJson();
    } else {
      view.printTable();
    }
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
