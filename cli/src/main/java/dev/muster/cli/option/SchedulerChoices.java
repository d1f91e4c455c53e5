package dev.muster.cli.option;

import dev.muster.cli.console.BadInputException;
import dev.muster.core.cell.CellEntry.LimitsSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the user chose about schedulers.
 *
 * @param limitTexts each as {@link LimitText} reads it
 * @param audit the file for the audit of their transactions
 */
public record SchedulerChoices(int count, List<String> limitTexts, Optional<Path> audit) {

  /** What each may hold, of those that have a limit. */
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
            "--limit: scheduler=%d is given twice: put its fields into one".formatted(one.owner()));
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
