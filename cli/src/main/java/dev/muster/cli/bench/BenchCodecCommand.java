package dev.muster.cli.bench;

import dev.muster.bench.CodecBench;
import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.wire.WireException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "codec",
    description = {
      "Measures what the messages of a task cost as bytes: to write and to read each on one "
          + "thread.",
      "Nodes have the first compiler only: set MUSTER_JAVA_OPTS=-XX:TieredStopAtLevel=1 to "
          + "see what a node pays."
    },
    mixinStandardHelpOptions = true)
final class BenchCodecCommand extends MeasuringCommand {

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description = "How often each message is written and read (default: ${DEFAULT-VALUE}).")
  private long repeats = 1_000_000;

  BenchCodecCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() throws BadInputException {
    if (repeats < 1) {
      throw new BadInputException("--repeats must be at least 1");
    }
    try {
      var result = CodecBench.run(repeats);
      return print(result, result.lines());
    } catch (WireException broken) {
      throw new IllegalStateException("the codec cannot read what it wrote", broken);
    }
  }
}
