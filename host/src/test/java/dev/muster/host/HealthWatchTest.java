package dev.muster.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.core.actor.Launch;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.FilesCached;
import dev.muster.core.event.NodeEvent.HealthChanged;
import dev.muster.core.event.NodeEvent.MemoryShort;
import dev.muster.model.RunResult;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node hears when something is wrong with its machine, and when nothing is any more. */
final class HealthWatchTest {

  private static final String FULL = "the disk is full";

  private final Host host = new Host(Log.IN_MEMORY);
  private final List<NodeEvent> heard = new CopyOnWriteArrayList<>();
  private final Machine machine = new Machine();

  /** A machine that starts nothing and has the problem that the test gives it. */
  private static final class Machine implements TaskRuntime {

    private final AtomicInteger looks = new AtomicInteger();
    private volatile String problem = "";
    private volatile long shortBytes;
    private volatile List<Long> cached = List.of();

    @Override
    public String problem() {
      looks.incrementAndGet();
      return problem;
    }

    @Override
    public long shortMemoryBytes() {
      return shortBytes;
    }

    @Override
    public List<Long> cachedFiles() {
      return cached;
    }

    @Override
    public void launch(Launch launch, Consumer<RunResult> ended) {
      throw new IllegalStateException("nothing starts here");
    }

    @Override
    public void kill(long run, boolean force) {
      throw new IllegalStateException("nothing runs here");
    }

    @Override
    public void close() {}
  }

  @AfterEach
  void close() {
    host.close();
  }

  private void start() {
    host.add(NodeEvent.at(0), (_, event, _) -> heard.add(event), host.loop("test"), machine);
    host.start();
  }

  /** Until somebody has looked again after what the test changed. */
  private void looksAgain() {
    int before = machine.looks.get();
    await().until(() -> machine.looks.get() >= before + 2);
  }

  @Test
  void aNodeWhoseMachineIsWellHearsNothing() {
    start();
    looksAgain();

    assertThat(heard).isEmpty();
  }

  @Test
  void aNodeHearsThatMemoryIsShortForAsLongAsItIs() {
    machine.shortBytes = 7;
    start();
    await().untilAsserted(() -> assertThat(heard.size()).isGreaterThanOrEqualTo(2));
    assertThat(heard).containsOnly(new MemoryShort(7));
    machine.shortBytes = 0;
    await().untilAsserted(() -> assertThat(heard.getLast()).isEqualTo(new MemoryShort(0)));
    int count = heard.size();
    looksAgain();

    assertThat(heard).as("once is enough").hasSize(count);
  }

  @Test
  void nodesOfOneComputerShareWhatIsMissing() {
    machine.shortBytes = 7;
    host.add(NodeEvent.at(1), (_, _, _) -> {}, host.loop("other"), new Machine());
    start();
    await().untilAsserted(() -> assertThat(heard).contains(new MemoryShort(4)));
  }

  @Test
  void aNodeHearsOfChangesOfItsCache() {
    machine.cached = List.of(3L, 2L);
    start();
    looksAgain();
    machine.cached = List.of(5L);
    await()
        .untilAsserted(
            () ->
                assertThat(heard)
                    .containsExactly(
                        new FilesCached(List.of(3L, 2L)), new FilesCached(List.of(5L))));
  }

  @Test
  void aNodeHearsOnceOfAProblemAndOnceOfItsEnd() {
    machine.problem = FULL;
    start();
    await().untilAsserted(() -> assertThat(heard).containsExactly(new HealthChanged(FULL)));
    machine.problem = "the disk is full, 1 MiB free";
    looksAgain();
    machine.problem = "";

    await()
        .untilAsserted(
            () ->
                assertThat(heard).containsExactly(new HealthChanged(FULL), new HealthChanged("")));
  }
}
