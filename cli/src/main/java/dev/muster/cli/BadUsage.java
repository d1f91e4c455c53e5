package dev.muster.cli;

import dev.muster.model.text.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What to say to someone who typed what no command understands. */
final class BadUsage {

  private static final Pattern JSON =
      Pattern.compile("(^| )(-o[ =]?|--output[ =])json( |$)", Pattern.CASE_INSENSITIVE);

  private BadUsage() {}

  static String message(ParameterException error) {
    return error instanceof UnmatchedArgumentException unmatched
        ? unmatched(unmatched)
        : String.valueOf(error.getMessage());
  }

  /** What was typed was not understood, so that `-o json` is looked for among the words. */
  static boolean wantsJson(ParameterException error, String[] args) {
    var options = error.getCommandLine().getCommandSpec().optionsMap().keySet();
    var words = String.join(" ", args).replaceAll(" -- .*", "");
    return options.contains("-o") && JSON.matcher(words).find();
  }

  private static String unmatched(UnmatchedArgumentException error) {
    var typed = error.getUnmatched().getFirst();
    var spec = error.getCommandLine().getCommandSpec();
    if (typed.startsWith("-")) {
      List<String> options = new ArrayList<>(spec.optionsMap().keySet());
      return "unknown option `" + typed + "`" + hint(typed, options);
    }
    var commands = List.copyOf(spec.subcommands().keySet());
    return commands.isEmpty()
        ? "one argument too many: `" + typed + "`"
        : "unknown command `" + typed + "`" + hint(typed, commands);
  }

  private static String hint(String typed, List<String> known) {
    return Nearest.hint(typed, known).map(text -> "; " + text).orElse("");
  }
}
