package dev.muster.sim.experiment.parsync;

import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.commit.Refresh;
import dev.muster.core.scheduler.place.commit.Refresh.Order;
import dev.muster.core.scheduler.place.commit.Refresh.Preference;
import dev.muster.sim.experiment.Numbers;

/**
 * Schedulers that all look at the same idle slots, think for as long, and commit at the same time.
 *
 * @param tasks of each
 */
record OneRound(int schedulers, int tasks, int idle) {

  private static final long GAP_NS = 500_000_000L;
  private static final double ENOUGH_SECONDS = 60;
  private static final double PERCENT = 100;

  /** Counts the first transaction of each scheduler alone: what is refused is tried again. */
  private static final class First implements Tape {
    private final boolean[] seen;
    private long refused;

    First(int schedulers) {
      this.seen = new boolean[schedulers];
    }

    @Override
    public void judged(Round round) {
      refused += seen[round.scheduler()] ? 0 : round.refused();
      seen[round.scheduler()] = true;
    }
  }

  /** Eq. (2): NK − S + S (1 − K/S)^N. Nobody claims more slots than there are. */
  double expected() {
    double claims = Math.min(tasks, idle);
    return schedulers * claims - idle + idle * Math.pow(1 - claims / idle, schedulers);
  }

  /** How far a mean is from that, in percent of it; nothing where nothing is refused. */
  double off(double mean) {
    double expected = Numbers.rounded(expected());
    return expected == 0 && mean == 0 ? 0 : PERCENT * Math.abs(mean / expected - 1);
  }

  /** How many claims were refused. */
  long refused(long seed, long delayNs, Ledger ledger) {
    var refresh = new Refresh(schedulers, GAP_NS, Order.WHOLE, Preference.ANYWHERE, 0, false);
    var think = new ThinkTime(0, Model.THINK_NS);
    var none = Setup.Scores.NONE;
    var setup =
        new Setup(seed, idle, 1, refresh, false, think, none, TransactionOptions.STANDARD, delayNs);
    var first = new First(schedulers);
    var run = new Run(setup, Flow.once(tasks), first);
    run.untilPlaced(ENOUGH_SECONDS, _ -> {});
    ledger.add(Ledger.Cost.of(run));
    return first.refused;
  }
}
