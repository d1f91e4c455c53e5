package dev.muster.host.run.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.core.actor.Pace;
import dev.muster.executor.frame.ErrorReason;
import dev.muster.executor.frame.Kind;
import dev.muster.host.run.cgroup.Group;
import dev.muster.host.run.cgroup.Groups;
import dev.muster.host.run.cgroup.Spent;
import dev.muster.host.run.spawn.Launcher;
import dev.muster.model.Resources;
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
  private static final class SlowGroup implements Group {

    private final List<Pace> told = new CopyOnWriteArrayList<>();
    private final CountDownLatch freezing = new CountDownLatch(1);
    private final CountDownLatch frozen = new CountDownLatch(1);

    @Override
    public void enter() {}

    @Override
    public void leave() {}

    @Override
    public boolean pace(Pace pace) {
      if (pace == Pace.FROZEN) {
        freezing.countDown();
        awaitUninterrupted(frozen);
      }
      told.add(pace);
      return true;
    }

    @Override
    public List<Long> processes() {
      return List.of();
    }

    @Override
    public String ticket() {
      return "";
    }

    @Override
    public void end(boolean force) {}

    @Override
    public Spent finish() {
      return Spent.UNKNOWN;
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
    start(Groups.PLAIN);
  }

  private void start(Groups groups) throws IOException {
    var limits = new Limits(4, LONG, START, LONG);
    pool = new ExecutorPool("node-7", home.resolve("door"), limits, launcher, groups);
  }

  private void startIn(Group only) throws IOException {
    pool.close();
    start(
        new Groups() {
          @Override
          public boolean confine() {
            return true;
          }

          @Override
          public Group take(Resources needs) {
            return only;
          }

          @Override
          public Group find(String ticket) {
            return Group.NONE;
          }

          @Override
          public void close() {}
        });
  }

  @AfterEach
  void close() {
    filesCome.countDown();
    group.frozen.countDown();
    pool.close();
    launcher.close();
  }

  private Call call(Asked asked) {
    return pool.call(acted, "com.example.Fn", new byte[0], Pace.FULL, asked);
  }

  @Test
  void whereThereAreNoGroupsAFrozenExecutorStandsStillAllTheSame() throws Exception {
    filesCome.countDown();
    var call = call(new Asked());
    var actor = acted.next();
    try (var executor = actor.connect()) {
      assertThat(executor.hear().kind()).isEqualTo(Kind.CALL);
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
      assertThat(executor.hear().kind()).isEqualTo(Kind.CALL);
      call.pace(Pace.FROZEN);
      awaitUninterrupted(group.freezing);
      call.pace(Pace.LOW);
      call.pace(Pace.FROZEN);
      call.pace(Pace.FULL);
      group.frozen.countDown();
      await().untilAsserted(() -> assertThat(group.told).containsExactly(Pace.FROZEN, Pace.FULL));
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
      assertThat(executor.hear().kind()).isEqualTo(Kind.CALL);
      assertThat(executor.hear().kind()).isEqualTo(Kind.CALL);
      call.pace(Pace.FROZEN);
      beside.pace(Pace.FROZEN);
      await().until(() -> actor.state() == 'T');

      call.cancel(true);
      await().until(() -> actor.state() == 'S');
      assertThat(executor.hear()).isEqualTo(new Stranger.Heard(Kind.CANCEL, 0, ""));
      call.pace(Pace.FROZEN);
      executor.say(out -> out.error(0, 0, ErrorReason.CANCELLED, "as you like"));
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
      assertThat(executor.hear().kind()).isEqualTo(Kind.CALL);
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
      assertThat(executor.hear().kind()).isEqualTo(Kind.CALL);
      executor.say(out -> out.bye("tired"));
      try (var successor = acted.next().connect()) {
        assertThat(successor.hear().kind()).isEqualTo(Kind.CALL);
        leaving.floods().countDown();
        assertThat(asked.await()).isEqualTo("lost LOG_LIMIT wrote more to its log than it may");
      }
    }
  }
}
