package dev.muster.sim.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.model.Demand;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.experiment.row.ComparedJob;
import dev.muster.sim.experiment.row.ComparedWork;
import dev.muster.sim.experiment.row.ComparedWork.CountedWindow;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Four slots by cpu, eight by memory; what counts is from 100 to 200 s. */
final class CompareLedgerTest {

  private static final long S = 1_000_000_000;
  private static final Resources SLOT = new Resources(1_000, 100);
  private static final JobSpec JOB = JobSpec.of("j", StageSpec.of("s", 9, SLOT, List.of("x")));

  private final CompareLedger ledger =
      new CompareLedger(
          ComparedWork.of(
                  "",
                  CellSpec.of(1, 2, new Resources(2_000, 400)),
                  1,
                  1,
                  List.of(ComparedJob.of(0, SLOT, new long[] {1})))
              .emptyCell(),
          new CountedWindow(100 * S, 200 * S, 900 * S),
          10 * S);

  private long nowNs;

  {
    ledger.readTimeFrom(() -> nowNs);
  }

  private void at(long seconds) {
    nowNs = (10 + seconds) * S;
  }

  private void launch(long run, int task, long seconds) {
    at(seconds);
    ledger.launched(0, new Launch(run, 0, Demand.of(SLOT), Work.of(1, JOB, 0, task, 1)));
  }

  private void exit(long run, RunResult result, long seconds) {
    at(seconds);
    ledger.delivered(NodeEvent.at(0), new RunExited(run, result));
  }

  @Test
  void whatEndsInTheWindowIsItsThroughputAndWhatRunsThereItsUse() {
    launch(1, 0, 50);
    exit(1, RunResult.SUCCESS, 99);
    launch(2, 1, 90);
    exit(2, RunResult.SUCCESS, 150); // 50 s of a quarter
    launch(3, 2, 180);
    exit(3, RunResult.SUCCESS, 250); // 20 s
    launch(4, 3, 190);
    at(300);
    ledger.stop(); // 10 s

    assertThat(ledger.tasksPerSecond()).isEqualTo(1 / 100.0);
    assertThat(ledger.usePercent()).isCloseTo(100 * 0.25 * 80 / 100, within(1e-9));
    assertThat(ledger.wastedPercent()).isZero();
  }

  @Test
  void killedRunsAndLaterTwinsAreInVain() {
    launch(1, 0, 100);
    exit(1, RunResult.failed(143, ""), 110);
    exit(1, RunResult.SUCCESS, 150); // what it would have been
    launch(2, 0, 110);
    launch(3, 0, 110);
    exit(2, RunResult.SUCCESS, 130);
    exit(3, RunResult.SUCCESS, 140);

    assertThat(ledger.wastedPercent()).isCloseTo(100.0 * (10 + 30) / 60, within(1e-9));
    assertThat(ledger.tasksPerSecond()).isEqualTo(1 / 100.0);
  }

  @Test
  void messagesAreThoseOfAllTasksThatWereDone() {
    launch(1, 0, 10);
    exit(1, RunResult.SUCCESS, 20);
    launch(2, 1, 20);
    exit(2, RunResult.SUCCESS, 30);
    for (int message = 0; message < 7; message++) {
      ledger.sent(NodeEvent.at(0), new RunExited(9, RunResult.SUCCESS));
    }

    assertThat(ledger.messagesPerTask()).isEqualTo(3.5);
  }
}
