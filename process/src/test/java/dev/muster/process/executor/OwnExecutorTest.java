package dev.muster.process.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.core.actor.Pace;
import dev.muster.executor.frame.Protocol;
import dev.muster.model.Resources;
import dev.muster.process.cgroup.Cgroup;
import dev.muster.process.cgroup.Cgroups;
import dev.muster.process.spawn.Launcher;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Executors that the pool starts itself: their paces, their limits, their ends. */
@Timeout(120)
class OwnExecutorTest {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration START = Duration.ofSeconds(3);

  /** A group that writes down what it is told, and takes its time to freeze. */
  private static final class SlowGroup implements Cgroup {
    private final List<Pace> endRequested = new CopyOnWriteArrayList<>();
    private final CountDownLatch freezing = new CountDownLatch(1);
    private final CountDownLatch frozen = new CountDownLatch(1);

    @Override
    public boolean pace(Pace pace) {
      if (pace == Pace.FROZEN) {
        freezing.countDown();
        awaitUninterrupted(frozen);
      }
      endRequested.add(pace);
      return true;
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException nobodyDoesThat) {
      throw new IllegalStateException(nobodyDoesThat);
    }
  }

  private final SlowGroup group = new SlowGroup();
  private final CountDownLatch filesCome = new CountDownLatch(1);
  @TempDir private Path home;
  private Launcher launcher;
  private ExecutorPool pool;
  private Acted acted;

  @BeforeEach
  void open() throws IOException {
    launcher = Launcher.open("node-7");
    acted = new Acted(home, filesCome);
    start(Cgroups.PLAIN);
  }

  private void start(Cgroups groups) throws IOException {
    var limits = new PoolLimits(4, LONG, START, LONG);
    pool = new ExecutorPool("node-7", home.resolve("door"), limits, launcher, groups);
  }

  private void startIn(Cgroup only) throws IOException {
    pool.close();
    start(
        new Cgroups() {
          @Override
          public boolean confine() {
            return true;
          }

          @Override
          public Cgroup take(Resources needs) {
            return only;
          }
        });
  }

  @AfterEach
  void close() {
    filesCome.countDown();
    group.frozen.countDown();
    pool.close();
    launcher.close();
  }

  private FunctionCall call(Asked asked) {
    return pool.call(acted, "com.example.Fn", new byte[0], Pace.FULL, asked);
  }

  @Test
  void whereThereAreNoGroupsAFrozenExecutorStandsStillAllTheSame() throws Exception {
    filesCome.countDown();
    var call = call(new Asked());
    var actor = acted.next();
    try (var executor = actor.connect()) {
      assertThat(executor.receive().kind()).isEqualTo(Protocol.FrameKind.CALL);
      call.pace(Pace.FROZEN);
      await().until(() -> actor.state() == 'T');
      call.pace(Pace.FULL);
      await().until(() -> actor.state() == 'S');
    }
  }

  @Test
  void whoOrdersAPaceDoesNotWaitForItAndTheLatestIsDone() throws Exception {
    filesCome.countDown();
    startIn(group);
    var call = call(new Asked());
    try (var executor = acted.next().connect()) {
      assertThat(executor.receive().kind()).isEqualTo(Protocol.FrameKind.CALL);
      call.pace(Pace.FROZEN);
      awaitUninterrupted(group.freezing);
      call.pace(Pace.LOW);
      call.pace(Pace.FROZEN);
      call.pace(Pace.FULL);
      group.frozen.countDown();
      await()
          .untilAsserted(
              () -> assertThat(group.endRequested).containsExactly(Pace.FROZEN, Pace.FULL));
    }
  }

  @Test
  void aFrozenCallHearsThatItShouldEndAndItsNeighboursStay() throws Exception {
    filesCome.countDown();
    var asked = new Asked();
    var neighbour = new Asked();
    var call = call(asked);
    var beside = call(neighbour);
    var actor = acted.next();
    try (var executor = actor.connect()) {
      assertThat(executor.receive().kind()).isEqualTo(Protocol.FrameKind.CALL);
      assertThat(executor.receive().kind()).isEqualTo(Protocol.FrameKind.CALL);
      call.pace(Pace.FROZEN);
      beside.pace(Pace.FROZEN);
      await().until(() -> actor.state() == 'T');

      call.cancel(true);
      await().until(() -> actor.state() == 'S');
      assertThat(executor.receive())
          .isEqualTo(new Stranger.Heard(Protocol.FrameKind.CANCEL, 0, ""));
      call.pace(Pace.FROZEN);
      executor.say(out -> out.error(0, 0, Protocol.ErrorReason.CANCELLED, "as you like"));
      assertThat(asked.await()).isEqualTo("CANCELLED as you like");
      await().until(() -> actor.state() == 'T');
      assertThat(neighbour.isAnswered()).isFalse();
    }
  }

  @Test
  void theTimeThatItsFilesTakeIsNotItsOwn() throws Exception {
    var asked = new Asked();
    call(asked);
    var actor = acted.next();
    await().during(START.multipliedBy(3).dividedBy(2)).until(() -> !asked.isAnswered());
    filesCome.countDown();
    try (var executor = actor.connect()) {
      assertThat(executor.receive().kind()).isEqualTo(Protocol.FrameKind.CALL);
      executor.say(out -> out.result(0, 0, new byte[0]));
      assertThat(asked.await()).isEqualTo("returned ");
    }
  }

  @Test
  void oneThatNeverComesIsNotWaitedForForEver() {
    filesCome.countDown();
    var asked = new Asked();
    call(asked);
    assertThat(asked.await()).isEqualTo("not called: did not come within 3 s");
  }

  @Test
  void oneThatTakesNoMoreCallsIsLookedAfterUntilItsEnd() throws Exception {
    filesCome.countDown();
    var asked = new Asked();
    call(asked);
    call(new Asked());
    call(new Asked());
    var leaving = acted.next();
    try (var executor = leaving.connect()) {
      assertThat(executor.receive().kind()).isEqualTo(Protocol.FrameKind.CALL);
      executor.say(out -> out.bye("tired"));
      try (var successor = acted.next().connect()) {
        assertThat(successor.receive().kind()).isEqualTo(Protocol.FrameKind.CALL);
        leaving.exceedsLogLimit().countDown();
        assertThat(asked.await()).isEqualTo("lost LOG_LIMIT wrote more to its log than it may");
      }
    }
  }
}
