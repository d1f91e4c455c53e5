package dev.muster.cli.option;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.option.SchedulerOptions.SchedulerChoices;
import dev.muster.cli.option.TierOptions.TierChoices;
import dev.muster.daemon.EmbeddedCell;
import dev.muster.model.JobReport;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.text.Quantity;
import dev.muster.process.RunOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How large the cell inside this process is, and where its jobs live. */
public final class CellOptions {

  /** Nodes of one process share its machine: each costs threads and control groups of its own. */
  public static final int MAX_NODES = 64;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "${env:MUSTER_NODES:-1}",
      converter = NodeCountConverter.class,
      description = {
        "How many nodes the cell has (default: $MUSTER_NODES or 1).",
        "Each has 1/N of this machine. A task that does not say what it needs takes 1 cpu, so "
            + "it runs only where N is at most the number of cpus."
      })
  private int nodes = 1;

  @Mixin private MachineOptions machine = new MachineOptions();

  @Mixin private SchedulerOptions schedulers = new SchedulerOptions();

  @Mixin private TierOptions tiers = new TierOptions();

  @Option(
      names = "--output-limit",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description = "How much a task may put on the disk (default: 16Gi).")
  private long outputBytes = MachineOptions.UNSET;

  @Option(
      names = "--keep",
      paramLabel = "DURATION",
      converter = RetentionConverter.class,
      description = "How long outputs stay after the end of their job, such as 12h (default: 7d).")
  private long keepNs = MachineOptions.UNSET;

  @Option(
      names = "--sampled",
      paramLabel = "EXTRA[,…]",
      converter = ExtrasText.ExtrasConverter.class,
      description =
          "What sampling does beyond its paper: plain, or some of sticky, avoid=1s, ask-ahead=1 "
              + "(default: sticky).")
  private String sampled = "sticky";

  public CellChoices choices() {
    return new CellChoices(
        nodes,
        machine.cpuMillis(),
        machine.memoryBytes(),
        machine.named(),
        machine.attributes(),
        machine.home(),
        machine.user(),
        MachineOptions.given(outputBytes),
        MachineOptions.given(keepNs),
        sampled,
        schedulers.choices(),
        tiers.choices());
  }

  public static final class NodeCountConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return Bounds.count(text, MAX_NODES);
    }
  }

  public static final class SizeConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return MachineOptions.positive(
          Quantity.parseBytes(text), "an amount such as 64Mi or 2Gi, not `" + text + "`");
    }
  }

  public static final class RetentionConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return MachineOptions.positive(
          Quantity.parseDurationNs(text), "a duration such as 30m, 12h or 7d, not `" + text + "`");
    }
  }

  public record CellChoices(
      int nodes,
      OptionalLong cpuMillis,
      OptionalLong memoryBytes,
      Map<String, Long> named,
      Map<String, String> attributes,
      Path home,
      String user,
      OptionalLong outputBytes,
      OptionalLong keepNs,
      String sampled,
      SchedulerChoices schedulers,
      TierChoices tiers) {

    /** Nodes share the machine equally unless chosen otherwise: together they offer what it has. */
    public EmbeddedCell.EmbeddedOptions options() throws BadInputException {
      var machine = EmbeddedCell.EmbeddedOptions.ofThisMachine(home);
      var whole = machine.capacity();
      var each =
          new Resources(
              cpuMillis.orElse(Math.max(1, whole.cpuMillis() / nodes)),
              memoryBytes.orElse(Math.max(1, whole.memoryBytes() / nodes)),
              named);
      return new EmbeddedCell.EmbeddedOptions(
          nodes,
          each,
          home,
          machine.seed(),
          terms(),
          attributes,
          ExtrasText.parse(sampled),
          schedulers.count(),
          schedulers.limits(),
          tiers.options());
    }

    private RunOptions terms() {
      var standard = RunOptions.AttemptLimits.STANDARD;
      return new RunOptions(
          new RunOptions.AttemptLimits(
              standard.logBytes(),
              outputBytes.orElse(standard.outputBytes()),
              standard.processes()),
          user,
          keepNs.isPresent()
              ? Duration.ofNanos(keepNs.getAsLong())
              : RunOptions.STANDARD.keepOutputs());
    }

    /**
     * Whoever splits the machine and finds that no part is large enough is reminded of the split.
     */
    public JobReport explain(JobReport report) {
      var split = nodes > 1 && (cpuMillis.isEmpty() || memoryBytes.isEmpty());
      var tooLarge = report.reasons().stream().anyMatch(reason -> reason.contains(" needs "));
      if (report.state() != JobState.INFEASIBLE || !split || !tooLarge) {
        return report;
      }
      return report.withReason(
          "each node has 1/%d of this machine; with fewer --nodes it has more".formatted(nodes));
    }
  }
}
