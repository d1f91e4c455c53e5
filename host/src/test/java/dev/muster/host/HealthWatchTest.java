package dev.muster.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.core.actor.Launch;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.HealthChanged;
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

    @Override
    public String problem() {
      looks.incrementAndGet();
      return problem;
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
