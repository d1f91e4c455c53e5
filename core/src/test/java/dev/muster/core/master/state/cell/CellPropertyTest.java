package dev.muster.core.master.state.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.cell.RejectionReason;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A million random transactions, with a log in between that is late and sometimes lost, on machines
 * that come, go, move and shrink, under limits that change.
 */
final class CellPropertyTest {

  private static final int RUNS = 1_000;
  private static final int TRANSACTIONS = 1_000;

  private final Map<RejectionReason, Long> rejections = new EnumMap<>(RejectionReason.class);
  private long accepted;
  private long gangs;
  private long preempted;
  private long repaired;
  private long lost;
  private long moved;
  private long absentRows;
  private long freeOnlyDeltas;
  private long ended;

  @Test
  void theCellDoesWhatThePlainestModelDoes() {
    for (long seed = 0; seed < RUNS; seed++) {
      var run = new CellHistory(Chance.of(seed, "cell"));
      try {
        for (int i = 0; i < TRANSACTIONS; i++) {
          run.step();
        }
        run.settle();
      } catch (AssertionError | RuntimeException broken) {
        throw new AssertionError("seed " + seed + ": " + broken.getMessage(), broken);
      }
      count(run);
    }

    assertThat(rejections.keySet())
        .as("all but those of transactions that never reach the cell state")
        .isEqualTo(EnumSet.complementOf(EnumSet.of(RejectionReason.INVALID)));
    assertThat(rejections.values()).allMatch(times -> times > RUNS);
    assertThat(accepted).isGreaterThan((long) RUNS * TRANSACTIONS / 5);
    assertThat(gangs).as("gangs of several that were accepted").isGreaterThan(RUNS);
    assertThat(preempted).isGreaterThan(RUNS);
    assertThat(repaired).isGreaterThan(RUNS);
    assertThat(lost).isGreaterThan(RUNS);
    assertThat(moved).isGreaterThan(RUNS);
    assertThat(absentRows).isGreaterThan(RUNS);
    assertThat(freeOnlyDeltas).isGreaterThan(RUNS);
    assertThat(ended).as("claims whose tasks ended").isGreaterThan(RUNS);
  }

  private void count(CellHistory run) {
    for (var account : run.leader.ownerActivity()) {
      account.rejections().forEach((reason, times) -> rejections.merge(reason, times, Long::sum));
      accepted += account.accepted();
      preempted += account.preempted();
    }
    gangs += run.gangs;
    repaired += run.repaired;
    lost += run.lost;
    moved += run.moved;
    absentRows += run.absentRows;
    freeOnlyDeltas += run.freeOnlyDeltas;
    ended += run.ended;
  }
}
