package dev.muster.cli.option;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.option.SchedulerOptions.SchedulerChoices;
import dev.muster.daemon.EmbeddedCell;
import dev.muster.model.JobReport;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.process.RunOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What the user chose about the cell; the rest follows from the machine. */
public record CellChoices(
    int nodes,
    OptionalLong cpuMillis,
    OptionalLong memoryBytes,
    Map<String, Long> named,
    Map<String, String> attributes,
    Path home,
    Optional<String> user,
    OptionalLong outputBytes,
    OptionalLong keepNs,
    String sampled,
    SchedulerChoices schedulers) {

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
        schedulers.limits());
  }

  private RunOptions terms() {
    var standard = RunOptions.AttemptLimits.STANDARD;
    return new RunOptions(
        new RunOptions.AttemptLimits(
            standard.logBytes(), outputBytes.orElse(standard.outputBytes()), standard.processes()),
        user.orElse(""),
        keepNs.isPresent()
            ? Duration.ofNanos(keepNs.getAsLong())
            : RunOptions.STANDARD.keepOutputs());
  }

  /** Whoever splits the machine and finds that no part is large enough is reminded of the split. */
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
