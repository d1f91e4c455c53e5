package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Work;
import dev.muster.files.fetch.Localizer;
import dev.muster.model.FileRef;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import dev.muster.process.cgroup.Cgroup;
import dev.muster.process.cgroup.Cgroups;
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

  private Bench bench(Cgroup ofUnlucky) {
    var localizer = new CountingLocalizer();
    return new Bench(
        home, RunOptions.STANDARD, new FewGroups(ofUnlucky), localizer, DurableState.NONE);
  }

  @Test
  void oneThatRanIsNotSaidNeverToHaveStarted() {
    var atItsEnd =
        new Cgroup() {
          @Override
          public Cgroup.CgroupUsage finish() {
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
        new Cgroup() {
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
        new Cgroup() {
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
      bench.runtime.kill(0, true);
      assertThat(busy.await(30, TimeUnit.SECONDS)).isTrue();
      bench.runtime.kill(1, true);
      bench.runtime.kill(2, true);
      goOn.complete(true);
      assertThat(slow.join().exitCode()).isEqualTo(137);
      assertThat(unlucky.join().exitCode()).isEqualTo(137);
      assertThat(other.join().exitCode()).isEqualTo(137);
    }
  }

  /** Keeps the warden busy until the test lets it go on. */
  private final class SlowGroup implements Cgroup {
    @Override
    public void end(boolean force) {
      busy.countDown();
      boolean _ = goOn.join();
    }
  }

  private final class FewGroups implements Cgroups {
    private final Cgroup ofUnlucky;

    FewGroups(Cgroup ofUnlucky) {
      this.ofUnlucky = ofUnlucky;
    }

    @Override
    public Cgroup take(Resources needs) {
      if (needs.equals(UNLUCKY)) {
        return ofUnlucky;
      }
      return needs.equals(SLOW) ? new SlowGroup() : Cgroup.NONE;
    }
  }

  private final class CountingLocalizer implements Localizer {
    @Override
    public boolean sharesHome() {
      return true;
    }

    @Override
    public List<FileRef> absent(StageSpec stage) {
      return stage.files().contents();
    }

    @Override
    public Localizer.Localization localize(Work work, Tier tier) {
      supplied.incrementAndGet();
      return new CountedFiles();
    }

    @Override
    public void localizeAhead(Work work, Tier tier) {}

    @Override
    public List<Long> cachedFiles() {
      return List.of();
    }

    @Override
    public void close() {}
  }

  private final class CountedFiles implements Localizer.Localization {
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
