package dev.muster.cli;

import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.cli.console.Json;
import dev.muster.cli.option.FormatOption;
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

  /**
   * What runs here.
   *
   * @param version as the jar's manifest has it
   */
  record Version(String version, String jdk) {

    /** What the manifest is asked for where there is none: classes that were never packaged. */
    private static final String UNPACKAGED = "development";

    static Version ofThisBuild() {
      var version = Version.class.getPackage().getImplementationVersion();
      return new Version(version == null ? UNPACKAGED : version, Runtime.version().toString());
    }

    @Override
    public String toString() {
      return "muster " + version + " on JDK " + jdk;
    }
  }
}
