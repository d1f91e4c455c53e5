package dev.muster.host.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Work;
import dev.muster.host.file.Supplies;
import dev.muster.host.file.Supply;
import dev.muster.host.run.cgroup.Group;
import dev.muster.host.run.cgroup.Groups;
import dev.muster.host.run.cgroup.Spent;
import dev.muster.model.FileRef;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a mistake of ours does to the run that it happens to, and does not do to others. */
class MistakesTest {

  /** What runs in this test are told apart by. */
  private static final Resources UNLUCKY = new Resources(13, 1);

  private static final Resources SLOW = new Resources(7, 1);

  @TempDir private Path home;
  private final AtomicInteger supplied = new AtomicInteger();
  private final CountDownLatch busy = new CountDownLatch(1);
  private final CompletableFuture<Boolean> goOn = new CompletableFuture<>();

  private static IllegalStateException mistake() {
    return new IllegalStateException("a mistake of ours");
  }

  private Bench bench(Group ofUnlucky) {
    var supplies = new CountedSupplies();
    return new Bench(home, Terms.STANDARD, new FewGroups(ofUnlucky), supplies, Past.NONE);
  }

  @Test
  void oneThatRanIsNotSaidNeverToHaveStarted() {
    var atItsEnd =
        new NoGroup() {
          @Override
          public Spent finish() {
            throw mistake();
          }
        };
    try (var bench = bench(atItsEnd)) {
      var result = bench.needs(UNLUCKY).shell("exit 0").run();
      assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
      assertThat(result.detail()).contains("failed to look after it").contains("a mistake of ours");
      assertThat(supplied).hasValue(0);
    }
  }

  @Test
  void oneThatNobodyLooksAfterIsEnded() {
    var whileItBegins =
        new NoGroup() {
          @Override
          public void leave() {
            throw mistake();
          }
        };
    try (var bench = bench(whileItBegins)) {
      var result = bench.needs(UNLUCKY).shell("sleep 100").run();
      assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
      assertThat(supplied).hasValue(0);
      bench.nothingIsLeftSoon();
    }
  }

  @Test
  void ordersToOthersAreCarriedOut() throws InterruptedException {
    var whenTold =
        new NoGroup() {
          @Override
          public void end(boolean force) {
            throw mistake();
          }
        };
    try (var bench = bench(whenTold)) {
      var slow = bench.needs(SLOW).shell("echo up; sleep 100").start(0, 1);
      var unlucky = bench.needs(UNLUCKY).start(1, 1);
      var other = bench.needs(new Resources(1, 1)).start(2, 1);
      List.of(0, 1, 2).forEach(index -> bench.hasSaid(index, "up"));
      bench.machine.kill(0, true);
      assertThat(busy.await(30, TimeUnit.SECONDS)).isTrue();
      bench.machine.kill(1, true);
      bench.machine.kill(2, true);
      goOn.complete(true);
      assertThat(slow.join().exitCode()).isEqualTo(137);
      assertThat(unlucky.join().exitCode()).isEqualTo(137);
      assertThat(other.join().exitCode()).isEqualTo(137);
    }
  }

  /** Holds nothing together, as {@link Group#NONE}. */
  private static class NoGroup implements Group {
    @Override
    public void enter() {}

    @Override
    public void leave() {}

    @Override
    public boolean pace(Pace pace) {
      return false;
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

  /** Keeps the warden busy until the test lets it go on. */
  private final class SlowGroup extends NoGroup {
    @Override
    public void end(boolean force) {
      busy.countDown();
      boolean _ = goOn.join();
    }
  }

  private final class FewGroups implements Groups {

    private final Group ofUnlucky;

    FewGroups(Group ofUnlucky) {
      this.ofUnlucky = ofUnlucky;
    }

    @Override
    public boolean confine() {
      return false;
    }

    @Override
    public Group take(Resources needs) {
      if (needs.equals(UNLUCKY)) {
        return ofUnlucky;
      }
      return needs.equals(SLOW) ? new SlowGroup() : Group.NONE;
    }

    @Override
    public Group find(String ticket) {
      return Group.NONE;
    }

    @Override
    public void close() {}
  }

  private final class CountedSupplies implements Supplies {
    @Override
    public List<FileRef> absent(StageSpec stage) {
      return stage.files().contents();
    }

    @Override
    public Supply bring(Work work) {
      supplied.incrementAndGet();
      return new CountedSupply();
    }

    @Override
    public void bringAhead(Work work) {}

    @Override
    public void close() {}
  }

  private final class CountedSupply implements Supply {

    private boolean closed;

    @Override
    public void await() {}

    @Override
    public void link(Path work) {}

    @Override
    public synchronized void close() {
      if (!closed) {
        closed = true;
        supplied.decrementAndGet();
      }
    }
  }
}
