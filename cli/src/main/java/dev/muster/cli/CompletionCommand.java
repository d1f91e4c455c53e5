package dev.muster.cli;

import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "completion",
    description = {
      "Prints a script that lets the shell complete muster's commands and options.",
      "For this shell: source <(muster completion)"
    },
    mixinStandardHelpOptions = true)
final class CompletionCommand implements Callable<Integer> {

  /** One script serves both: it turns on zsh's emulation of bash where it finds itself in zsh. */
  enum Shell {
    bash,
    zsh
  }

  @Parameters(
      arity = "0..1",
      paramLabel = "SHELL",
      description = "The shell: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Shell shell = Shell.bash;

  private final Console console;

  CompletionCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    switch (shell) {
      case bash, zsh ->
          console.out().println(AutoComplete.bash("muster", Main.commandLine(console)));
    }
    return ExitCode.DONE;
  }
}
