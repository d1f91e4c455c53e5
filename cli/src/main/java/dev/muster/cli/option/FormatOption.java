package dev.muster.cli.option;

import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.cli.console.Json;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code -o}: how a command answers, for people or for programs. */
public final class FormatOption {

  private enum Format {
    text,
    json
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "How to answer: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Format format = Format.text;

  public boolean isJson() {
    return format == Format.json;
  }

  /** Whether a command that was understood is to answer so. */
  public static boolean isJson(CommandLine command) {
    var given = command.getParseResult().matchedOption("-o");
    return given != null && given.getValue() == Format.json;
  }

  /** The whole answer of a command: a value for programs, lines for people. */
  public int print(Console console, Object value, List<String> lines) {
    if (isJson()) {
      Json.print(console, value);
    } else {
      lines.forEach(console.out()::println);
    }
    return ExitCode.DONE;
  }
}
