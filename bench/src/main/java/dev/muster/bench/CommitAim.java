package dev.muster.bench;

import dev.muster.bench.CommitResult.CommitCost;
import dev.muster.bench.CommitResult.Throughput;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What was aimed at, and whether it is so.
 *
 * @param aim the least that will do, or the most
 * @param measured what is held against it
 */
public record CommitAim(String what, double aim, double measured, boolean met) {

  static final int COUNT = 2;

  private static final int MACHINES = 100_000;
  private static final double FULL = 0.6;
  private static final double TASKS_PER_SECOND = 1_000_000;
  private static final int SMALLEST = 1_000;
  private static final int LARGEST = 1_000_000;
  private static final double GROWTH = 2;

  /** Tasks committed a second. */
  static Optional<CommitAim> ofSpeed(int machines, List<Throughput> best) {
    return best.stream()
        .filter(one -> machines == MACHINES && one.full() == FULL)
        .findFirst()
        .map(one -> speed(one.tasksPerSecond()));
  }

  private static CommitAim speed(double measured) {
    return new CommitAim(
        String.format(
            Locale.ROOT,
            "at least %,.0f tasks/s committed at %.0f%% full",
            TASKS_PER_SECOND,
            FULL * 100),
        TASKS_PER_SECOND,
        measured,
        measured >= TASKS_PER_SECOND);
  }

  /** What a task costs more in a larger cell. */
  static Optional<CommitAim> ofGrowth(List<CommitCost> cost, double measured) {
    return cost.getFirst().machines() == SMALLEST && cost.getLast().machines() == LARGEST
        ? Optional.of(growth(measured))
        : Optional.empty();
  }

  private static CommitAim growth(double measured) {
    return new CommitAim(
        String.format(
            Locale.ROOT,
            "cost grows at most %.0f times from %,d to %,d machines",
            GROWTH,
            SMALLEST,
            LARGEST),
        GROWTH,
        measured,
        measured <= GROWTH);
  }

  /** What a run must measure for all of them. */
  static String wanted() {
    return String.format(
        Locale.ROOT,
        "not every aim is measured: they want --machines %d with --full %s, and --sizes %d,%d",
        MACHINES,
        FULL,
        SMALLEST,
        LARGEST);
  }

  String line() {
    return String.format(
        Locale.ROOT, "aim: %s: %s (%,.2f)", what, met ? "met" : "not met", measured);
  }
}
