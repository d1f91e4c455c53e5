package dev.muster.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HandsTest {

  private static final int PATIENCE_SECONDS = 60;
  private static final int SLOTS = 40;
  private static final Thread.UncaughtExceptionHandler NOBODY_BREAKS = (_, _) -> {};

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
    var hands = new Hands(SLOTS, NOBODY_BREAKS);
    for (int round = 0; round < 3; round++) {
      var together = new CountDownLatch(SLOTS);
      var ended = new CountDownLatch(SLOTS);
      for (int i = 0; i < SLOTS; i++) {
        hands.execute(
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
    var hands = new Hands(3, NOBODY_BREAKS);
    var release = new CountDownLatch(1);
    var begun = new CountDownLatch(3);
    var ended = new CountDownLatch(10);
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < 10; i++) {
      hands.execute(
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
    var hands = new Hands(2, NOBODY_BREAKS);
    for (int i = 0; i < 1_000; i++) {
      var done = new CountDownLatch(1);
      hands.execute(done::countDown);
      assertThat(await(done)).isTrue();
    }
  }
}
