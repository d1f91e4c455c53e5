package dev.muster.cli.run;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.option.CellOptions;
import dev.muster.cli.option.FileOptions;
import dev.muster.cli.option.MachineOptions;
import dev.muster.cli.option.MonitorOptions;
import dev.muster.cli.option.QueuesOption;
import dev.muster.cli.option.SchedulerOptions;
import dev.muster.cli.option.TierOptions;
import dev.muster.core.actor.Timing.Liveness;
import dev.muster.core.master.MasterConfig;
import dev.muster.model.text.Quantity;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

@Command(
    name = "up",
    description = {
      "Starts a cell whose nodes are processes of their own: some on this machine, others "
          + "wherever `muster node` joins them.",
      "There is no API and no dashboard yet: the cell runs the jobs that are named here and "
          + "ends with the last of them; without jobs the cell serves until it is interrupted. "
          + "The cell keeps no state: its jobs end with the cell. One cell at a time may use a "
          + "home. Nodes of this machine that die are started again."
    },
    mixinStandardHelpOptions = true)
public final class UpCommand implements Callable<Integer> {

  /** Nodes report each second: with less, one late report would have a node avoided. */
  private static final long LEAST_SUSPECT_NS = 2_000_000_000L;

  @Parameters(paramLabel = "FILE", arity = "0..*", description = "Job files to run.")
  private List<String> files = List.of();

  @Option(
      names = "--listen",
      paramLabel = "[HOST:]PORT",
      description = {
        "Where nodes dial; without HOST for this machine alone, 0 for any free port",
        "(default: ${DEFAULT-VALUE})."
      })
  private String listen = "0";

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "How many nodes to start here; may be 0 (default: ${DEFAULT-VALUE}).")
  private int nodes = 1;

  @Option(
      names = "--join-grace",
      paramLabel = "DURATION",
      defaultValue = "${env:MUSTER_JOIN_GRACE:-3s}",
      converter = DurationConverter.class,
      description =
          "How long after the latest node joined a job that no node can run waits for another "
              + "to join, before the job is infeasible (default: $MUSTER_JOIN_GRACE or 3s).")
  private long joinGraceNs = MasterConfig.JOIN_GRACE_NS;

  @Option(
      names = "--suspect-after",
      paramLabel = "DURATION",
      defaultValue = "${env:MUSTER_SUSPECT_AFTER:-4s}",
      converter = DurationConverter.class,
      description =
          "After how long without a report a node gets nothing new; nodes report each second "
              + "(default: $MUSTER_SUSPECT_AFTER or 4s).")
  private long suspectAfterNs;

  @Option(
      names = "--dead-after",
      paramLabel = "DURATION",
      defaultValue = "${env:MUSTER_DEAD_AFTER:-15s}",
      converter = DurationConverter.class,
      description =
          "After how long without a report a node is dead, and its tasks start elsewhere. A "
              + "node whose process was killed is back after up to 10s: with less, its tasks may be "
              + "given up (default: $MUSTER_DEAD_AFTER or 15s).")
  private long deadAfterNs;

  @Mixin private SchedulerOptions schedulers = new SchedulerOptions();

  @Mixin private QueuesOption queues = new QueuesOption();

  @Mixin private MonitorOptions monitor = new MonitorOptions();

  @Mixin private TierOptions tiers = new TierOptions();

  @Mixin private MachineOptions machine = new MachineOptions();

  @Mixin private FileOptions fileOptions = new FileOptions();

  public static final class DurationConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return Quantity.parseDurationNs(text)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "must be a duration such as 500ms, 3s or 2m, not `" + text + "`"));
    }
  }

  private final Console console;

  public UpCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if (nodes < 0 || nodes > CellOptions.MAX_NODES) {
      throw new BadInputException("--nodes must be from 0 to " + CellOptions.MAX_NODES);
    }
    if (suspectAfterNs < LEAST_SUSPECT_NS || deadAfterNs < suspectAfterNs) {
      throw new BadInputException(
          "--suspect-after must be at least 2s, for nodes report each second, and --dead-after not"
              + " less than --suspect-after: they are %s and %s"
                  .formatted(
                      Quantity.formatDuration(suspectAfterNs),
                      Quantity.formatDuration(deadAfterNs)));
    }
    var liveness = new Liveness(suspectAfterNs, deadAfterNs);
    return new CellSession(
            console,
            machine,
            fileOptions.choices(),
            schedulers.choices(),
            joinGraceNs,
            liveness,
            monitor.choices().config(),
            tiers.choices().options(),
            queues)
        .run(listen, nodes, files);
  }
}
