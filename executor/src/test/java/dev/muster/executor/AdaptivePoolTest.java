package dev.muster.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdaptivePoolTest {
  private static final int PATIENCE_SECONDS = 60;
  private static final int SLOTS = 40;

  private final CompletableFuture<Throwable> broken = new CompletableFuture<>();

  private void breaks(Thread thread, Throwable thrown) {
    broken.complete(thrown);
  }

  @AfterEach
  void noThreadHasBroken() {
    assertThat(broken).isNotDone();
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException nobodyDoesThat) {
      throw new IllegalStateException(nobodyDoesThat);
    }
  }

  /** Each waits for all others, so none ends unless all have begun. */
  @Test
  void callsThatWaitHaveAThreadEach() {
    var pool = new AdaptivePool(SLOTS, this::breaks);
    for (int round = 0; round < 3; round++) {
      var together = new CountDownLatch(SLOTS);
      var ended = new CountDownLatch(SLOTS);
      for (int i = 0; i < SLOTS; i++) {
        pool.execute(
            () -> {
              together.countDown();
              if (await(together)) {
                ended.countDown();
              }
            });
      }
      assertThat(await(ended)).isTrue();
    }
  }

  @Test
  void neverMoreThanThereAreSlots() {
    var pool = new AdaptivePool(3, this::breaks);
    var release = new CountDownLatch(1);
    var begun = new CountDownLatch(3);
    var ended = new CountDownLatch(10);
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < 10; i++) {
      pool.execute(
          () -> {
            threads.add(Thread.currentThread());
            begun.countDown();
            if (await(release)) {
              ended.countDown();
            }
          });
    }
    assertThat(await(begun)).isTrue();
    assertThat(threads).hasSize(3);
    release.countDown();
    assertThat(await(ended)).isTrue();
  }

  @Test
  void oneAfterTheOtherAllAreDone() {
    var pool = new AdaptivePool(2, this::breaks);
    for (int i = 0; i < 1_000; i++) {
      var done = new CountDownLatch(1);
      pool.execute(done::countDown);
      assertThat(await(done)).isTrue();
    }
  }
}
