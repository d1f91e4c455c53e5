package dev.muster.cli;

import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.daemon.CellAudit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the user said about schedulers.
 *
 * @param limitTexts each as {@link LimitText} reads it
 * @param audit the file in which to keep what they did
 */
record SchedulerWishes(int count, List<String> limitTexts, Optional<Path> audit) {

  /** What each may hold, of those that have a limit. */
  List<LimitsSet> limits() throws BadInputException {
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

  /** Before a cell starts: who hears at its end that nothing was kept hears it too late. */
  void check() throws BadInputException {
    if (audit.isPresent()) {
      Bounds.writable("--audit", audit.get());
    }
  }

  /**
   * @param found what a cell that is closed can tell
   * @return why it could not be kept, where it could not
   */
  Optional<String> keep(Supplier<CellAudit> found) {
    return audit.flatMap(file -> AuditFile.write(file, found.get()));
  }
}
