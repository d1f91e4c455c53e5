package dev.muster.cli.queues;

import dev.muster.cli.queues.QueuesAnswer.CommitmentRow;
import dev.muster.cli.queues.QueuesAnswer.PlacedChange;
import dev.muster.model.file.Problem;
import dev.muster.model.queue.PortionSum;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A check of queues as one value for programs. */
final class CheckJson {

  private static final double NS_PER_SECOND = 1e9;

  /** Sums of decimal fractions are rounded to so many parts of one. */
  private static final double EXACT = 1e9;

  private CheckJson() {}

  private record InvalidEntry(String file, boolean valid, List<Problem> problems) {}

  private record CheckEntry(
      String file,
      boolean valid,
      int queues,
      int leaves,
      double reclaimAfterSeconds,
      List<Problem> problems,
      List<Problem> warnings,
      List<CommitmentEntry> commitments,
      @Nullable List<ChangeEntry> changes) {}

  private record CommitmentEntry(
      String queue,
      int line,
      String resource,
      PortionEntry has,
      PortionEntry guaranteedBelow,
      boolean tooMuch) {}

  /**
   * @param amount in thousandths of a core, bytes, or pieces
   */
  private record PortionEntry(long amount, double share) {}

  private record ChangeEntry(
      String queue, int line, String kind, String field, String before, String after, String by) {}

  static Object invalid(String file, List<Problem> problems) {
    return new InvalidEntry(file, false, problems);
  }

  static Object of(QueuesAnswer answer) {
    return new CheckEntry(
        answer.file(),
        true,
        answer.tree().queues().size(),
        answer.leaves(),
        answer.tree().reclaimAfterNs() / NS_PER_SECOND,
        answer.problems(),
        answer.warnings(),
        answer.commitments().stream().map(CheckJson::entry).toList(),
        answer.changes().map(all -> all.stream().map(CheckJson::entry).toList()).orElse(null));
  }

  private static CommitmentEntry entry(CommitmentRow row) {
    return new CommitmentEntry(
        row.queue(),
        row.line(),
        row.resource(),
        entry(row.has()),
        entry(row.below()),
        row.tooMuch());
  }

  private static PortionEntry entry(PortionSum sum) {
    return new PortionEntry(sum.fixed(), Math.rint(sum.share() * EXACT) / EXACT);
  }

  private static ChangeEntry entry(PlacedChange placed) {
    var change = placed.change();
    return new ChangeEntry(
        change.queue(),
        placed.line(),
        change.kind().name().toLowerCase(Locale.ROOT),
        change.field(),
        change.before(),
        change.after(),
        change.by());
  }
}
