package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.core.event.MonitorEvent.LoadReported;
import dev.muster.core.event.SchedulerEvent.LoadDelta;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads of real nodes reach the schedulers that want them, and nobody else. */
class MonitorOfACellTest {

  private static final int NODES = 3;
  private static final Resources CAPACITY = new Resources(4_000, 1L << 30);
  private static final Resources ONE = new Resources(1_000, 1L << 20);
  private static final Duration LIMIT = Duration.ofMinutes(5);

  @TempDir private Path home;

  /** What comes to the monitor, and what comes of it. */
  private static final class Watched implements Observer {

    private final Set<Integer> reported = new ConcurrentSkipListSet<>();
    private final AtomicInteger deltas = new AtomicInteger();
    private final AtomicInteger messages = new AtomicInteger();

    @Override
    public void delivered(Address<?> to, Event event) {
      if (to.role() == Role.MONITOR) {
        messages.incrementAndGet();
      }
      if (event instanceof LoadReported report) {
        reported.add(report.node());
      } else if (event instanceof LoadDelta) {
        deltas.incrementAndGet();
      }
    }
  }

  private void run(String policy, Watched watched, Runnable meanwhile) throws Exception {
    var options = new EmbeddedCell.EmbeddedOptions(NODES, CAPACITY, home, OptionalLong.of(1));
    var gate = home.resolve("gate-" + policy);
    var line = "until [ -e %s ]; do sleep 0.05; done".formatted(gate);
    var stage = StageSpec.of("hold", 2, ONE, List.of("sh", "-c", line));
    try (var cell = ObservedActor.start(options, watched)) {
      var job = cell.submit(JobSpec.of("test", stage).withPolicy(policy), _ -> {});
      meanwhile.run();
      Files.createFile(gate);
      assertThat(job.await(LIMIT)).isPresent();
    }
  }

  @Test
  void aJobByEstimatesHasAllNodesReport() throws Exception {
    var watched = new Watched();
    run(
        JobSpec.ESTIMATED,
        watched,
        () ->
            await()
                .atMost(LIMIT)
                .until(() -> watched.reported.size() == NODES && watched.deltas.get() > 1));
    assertThat(watched.reported).containsExactly(0, 1, 2);
  }

  @Test
  void otherJobsHaveNobodyReport() throws Exception {
    var watched = new Watched();
    run(JobSpec.SAMPLED, watched, () -> {});
    assertThat(watched.messages).hasValue(0);
  }
}
