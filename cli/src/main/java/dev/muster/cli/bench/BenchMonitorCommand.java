package dev.muster.cli.bench;

import dev.muster.bench.MonitorBench;
import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.option.Bounds;
import dev.muster.cli.option.SeedOption;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "monitor",
    description =
        "Measures what gathering and spreading the loads of nodes costs: bytes in and out and "
            + "cpu, for each second in which all nodes report once and all schedulers ask once.",
    mixinStandardHelpOptions = true)
final class BenchMonitorCommand extends MeasuringCommand {

  private static final int MOST_NODES = 200_000;
  private static final int MOST_SCHEDULERS = 2_000;
  private static final int MOST_SECONDS = 3_600;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Nodes that report (default: ${DEFAULT-VALUE}).")
  private int nodes = 20_000;

  @Option(
      names = "--schedulers",
      paramLabel = "N",
      split = ",",
      description = "Schedulers that ask, one run each (default: ${DEFAULT-VALUE}).")
  private List<Integer> schedulers = List.of(1, 50);

  @Option(
      names = "--changing",
      paramLabel = "PART",
      description =
          "The part of reports that is not as predicted from the one before (default:"
              + " ${DEFAULT-VALUE}).")
  private double changing = 0.5;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "How many seconds of reports (default: ${DEFAULT-VALUE}).")
  private int seconds = 30;

  @Mixin private SeedOption seed = new SeedOption();

  BenchMonitorCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() throws BadInputException {
    Bounds.within("--nodes", nodes, MOST_NODES);
    for (int count : schedulers) {
      Bounds.within("--schedulers", count, MOST_SCHEDULERS);
    }
    Bounds.within("--seconds", seconds, MOST_SECONDS);
    if (!(changing >= 0 && changing <= 1)) {
      throw new BadInputException("--changing must be between 0 and 1");
    }
    var plan = new MonitorBench.MonitorPlan(nodes, schedulers, changing, seconds, seed.seed());
    var result = MonitorBench.run(plan);
    return print(result, result.lines());
  }
}
