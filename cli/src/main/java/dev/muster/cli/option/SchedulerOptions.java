package dev.muster.cli.option;

import dev.muster.cli.console.BadInputException;
import dev.muster.core.cell.CellEntry.LimitsSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** How many schedulers a cell has, and what each may hold. */
public final class SchedulerOptions {

  public static final int MAX_SCHEDULERS = 64;

  @Option(
      names = "--schedulers",
      paramLabel = "N",
      defaultValue = "${env:MUSTER_SCHEDULERS:-1}",
      converter = SchedulerCountConverter.class,
      description =
          "How many schedulers share the jobs (default: $MUSTER_SCHEDULERS or 1). With several, "
              + "the last has the services that claim resources, and no scheduler waits for another.")
  private int schedulers = 1;

  @Option(
      names = "--limit",
      paramLabel = "scheduler=N,FIELD=MOST,…",
      converter = LimitText.LimitConverter.class,
      description = {
        "What scheduler N, counted from 0, may hold of the cell at a time: claims=1000, "
            + "cpu=64, memory=256Gi, resource.gpu=4 and jobs=10, or some of them; for jobs that "
            + "claim resources.",
        "May be repeated, once for each scheduler (default: all there is)."
      })
  private List<String> limits = List.of();

  @Option(
      names = "--audit",
      paramLabel = "FILE",
      description =
          "Where to write, at the end, what each scheduler claimed of the cell, when, and how "
              + "often a claim was rejected and why, as JSON.")
  private Optional<Path> audit = Optional.empty();

  public SchedulerChoices choices() {
    return new SchedulerChoices(schedulers, limits, audit);
  }

  public static final class SchedulerCountConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return Bounds.count(text, MAX_SCHEDULERS);
    }
  }

  /**
   * What the user chose about schedulers.
   *
   * @param limitTexts each as {@link LimitText} reads it
   * @param audit the file for the audit of their transactions
   */
  public record SchedulerChoices(int count, List<String> limitTexts, Optional<Path> audit) {

    public List<LimitsSet> limits() throws BadInputException {
      var limits = new ArrayList<LimitsSet>();
      for (var text : limitTexts) {
        var one = LimitText.parse(text);
        if (one.owner() >= count) {
          throw new BadInputException(
              "--limit: there is no scheduler %d; with --schedulers %d the last is %d"
                  .formatted(one.owner(), count, count - 1));
        }
        if (limits.stream().anyMatch(other -> other.owner() == one.owner())) {
          throw new BadInputException(
              "--limit: scheduler=%d is given twice: put its fields into one"
                  .formatted(one.owner()));
        }
        limits.add(one);
      }
      return limits;
    }

    /** Before a cell starts: at its end it is too late to choose another file. */
    public void check() throws BadInputException {
      if (audit.isPresent()) {
        Bounds.writable("--audit", audit.get());
      }
    }
  }
}
