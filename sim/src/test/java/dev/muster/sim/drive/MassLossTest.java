package dev.muster.sim.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.NodeEvent;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A tenth of a large cell is lost at once: that causes no storm. */
final class MassLossTest {

  private static final long MS = 1_000_000;
  private static final int NODES = 10_000;
  private static final int LOST = 1_000;
  private static final int SCHEDULERS = 3;
  private static final Resources SLOT = new Resources(1_000, 1 << 20);

  /** Counts messages by their kind, from a moment on. */
  private static final class Traffic implements Observer {

    private final Map<String, Integer> sent = new TreeMap<>();
    private int deaths;

    @Override
    public void sent(Address<?> to, Event event) {
      sent.merge(event.getClass().getSimpleName(), 1, Integer::sum);
    }

    @Override
    public void delivered(Address<?> to, Event event) {
      if (event instanceof EntryCommitted committed && isDeath(committed.entry())) {
        deaths++;
      }
    }

    private static boolean isDeath(LogEntry entry) {
      return entry instanceof NodesDied;
    }

    int of(String kind) {
      return sent.getOrDefault(kind, 0);
    }
  }

  @Test
  void onlyWhatWasLostIsPlacedAnew() {
    var traffic = new Traffic();
    var cell =
        SimCell.calm(
            CellSpec.of(1, NODES, SLOT.plus(SLOT)).withSchedulers(SCHEDULERS),
            SchedulerMaker.PRODUCTION,
            MS / 2,
            (_, _) -> 600_000 * MS,
            traffic,
            _ -> {});
    for (int job = 0; job < SCHEDULERS; job++) {
      var stage = StageSpec.of("a", NODES / 4, SLOT, List.of("modelled"));
      cell.submit(1_000 * MS, "k" + job, JobSpec.of("job-" + job, stage));
    }
    cell.simulation().runUntil(5_000 * MS);
    int started = traffic.of("LaunchTask");
    traffic.sent.clear();
    for (int node = 0; node < LOST; node++) {
      cell.crash(NodeEvent.at(node));
    }
    cell.simulation().runUntil(25_000 * MS);

    int again = traffic.of("LaunchTask");
    assertThat(started).isEqualTo(SCHEDULERS * (NODES / 4));
    assertThat(again).as("about a tenth of all tasks").isBetween(started / 20, started / 5);
    assertThat(traffic.deaths).as("leases end within two beats").isLessThanOrEqualTo(2);
    assertThat(traffic.of("MachinesChanged")).isLessThanOrEqualTo(2 * SCHEDULERS);
    assertThat(traffic.of("MachineList")).isZero();
    assertThat(traffic.of("NodesAvoided")).isLessThanOrEqualTo(6 * SCHEDULERS);
    assertThat(traffic.of("EnqueueReservation")).isLessThanOrEqualTo(3 * again);
    assertThat(traffic.of("KillTask")).isEqualTo(again);
  }
}
