package dev.muster.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "version",
    description = "Says which Muster and which JDK this is.",
    mixinStandardHelpOptions = true)
final class VersionCommand implements Callable<Integer> {

  @Mixin private FormatOption format = new FormatOption();

  private final Console console;

  VersionCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    var version = Version.ofThisBuild();
    if (format.isJson()) {
      Json.print(console, version);
    } else {
      console.out().println(version);
    }
    return ExitCode.DONE;
  }
}
