package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.node.Node;
import dev.muster.core.node.NodeConfig;
import dev.muster.files.fetch.Localizer;
import dev.muster.host.Host;
import dev.muster.host.Log;
import dev.muster.host.Waits;
import dev.muster.model.Demand;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As many reservations as a node takes wait at a real one: it goes on, and so does its memory. */
class LongQueueTest {

  private static final int WAITING = NodeConfig.standard().queue().maxWaiting();
  private static final Resources WHOLE = new Resources(1_000, 1L << 30);
  private static final Demand DEMAND = Demand.of(WHOLE);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long MEMORY_BYTES = 200L << 20;

  /** Hears what the node returns and confirms. */
  private static final class Silent implements Actor<SchedulerEvent> {
    private final List<SchedulerEvent.ReservationReturned> returned = new CopyOnWriteArrayList<>();
    private final List<SchedulerEvent.ReservationsConfirmed> confirmed =
        new CopyOnWriteArrayList<>();

    @Override
    public void on(long nowNs, SchedulerEvent event, Effects out) {
      if (event instanceof SchedulerEvent.ReservationReturned each) {
        returned.add(each);
      } else if (event instanceof SchedulerEvent.ReservationsConfirmed each) {
        confirmed.add(each);
      }
    }
  }

  @TempDir private Path home;

  @Test
  void aNodeHoldsAHundredThousandAndReturnsTheNext() {
    var scheduler = new Silent();
    try (var host = new Host(Log.IN_MEMORY)) {
      host.add(SchedulerEvent.at(0), scheduler, host.loop("scheduler"));
      var node = new Node(0, 1, WHOLE, MasterEvent.at(0), Timing.standard());
      host.add(
          NodeEvent.at(0),
          node,
          host.loop("node"),
          new ProcessRuntime("node-0", home, RunOptions.STANDARD, Localizer.IN_PLACE));
      host.start();
      long before = usedBytes();
      tell(host, new NodeEvent.PlaceTask(SchedulerEvent.at(0), 0, DEMAND, sleep()));
      for (long id = 1; id <= WAITING; id++) {
        tell(host, new NodeEvent.EnqueueReservation(SchedulerEvent.at(0), id, DEMAND));
      }
      tell(host, new NodeEvent.EnqueueReservation(SchedulerEvent.at(0), -1, DEMAND));
      await().atMost(PATIENCE).until(() -> !scheduler.returned.isEmpty());
      assertThat(scheduler.returned)
          .extracting(
              SchedulerEvent.ReservationReturned::reservation,
              SchedulerEvent.ReservationReturned::reason)
          .containsExactly(tuple(-1L, ReturnReason.LIMIT));
      assertThat(usedBytes() - before).isLessThan(MEMORY_BYTES);
      var all = LongStream.rangeClosed(-1, WAITING).boxed().toList();
      tell(host, new NodeEvent.ConfirmReservations(SchedulerEvent.at(0), 1, all));
      await().atMost(PATIENCE).until(() -> !scheduler.confirmed.isEmpty());
      assertThat(scheduler.confirmed.getFirst().held()).hasSize(WAITING + 1);
      assertThat(scheduler.confirmed.getFirst().unknown()).containsExactly(-1L);
      all.forEach(id -> tell(host, new NodeEvent.WithdrawReservation(id)));
      tell(host, new NodeEvent.ConfirmReservations(SchedulerEvent.at(0), 2, all));
      await().atMost(PATIENCE).until(() -> scheduler.confirmed.size() == 2);
      assertThat(scheduler.confirmed.getLast().held()).containsExactly(0L);
    }
  }

  /** Takes the whole node. */
  private static Work sleep() {
    var stage = StageSpec.of("stage", 1, WHOLE, List.of("sleep", "1000"));
    return Work.of(1, JobSpec.of("job", stage), 0, 0, 1);
  }

  /** A full inbox loses messages; whoever must be heard says it again. */
  private static void tell(Host host, NodeEvent event) {
    while (!host.send(NodeEvent.at(0), event)) {
      Waits.pause(Duration.ofMillis(1));
    }
  }

  private static long usedBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
