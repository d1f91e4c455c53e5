package dev.muster.process.spawn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class StartersTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static final int OCCUPIED = 3;

  private final Starters starters = new Starters("test");

  private Thread threadOfOne() throws InterruptedException {
    var thread = new Thread[1];
    var done = new CountDownLatch(1);
    starters.execute(
        () -> {
          thread[0] = Thread.currentThread();
          done.countDown();
        });
    done.await();
    awaitIdle(OCCUPIED);
    return thread[0];
  }

  /** Whoever has ended its work is not yet whoever waits: it comes first only once it does. */
  private void awaitIdle(int count) {
    while (starters.waiting() < count) {
      Thread.onSpinWait();
    }
  }

  @Test
  void whoeverWorkedLastWorksNext() throws InterruptedException {
    occupy(OCCUPIED);
    awaitIdle(OCCUPIED);
    var first = threadOfOne();
    Set<Thread> others = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      others.add(threadOfOne());
    }
    assertThat(others).containsExactly(first);
    starters.stop(LIMIT);
  }

  @Test
  void whatAStarterAsksForItDoesItselfNextAndOthersDoTheRest() throws InterruptedException {
    occupy(OCCUPIED);
    awaitIdle(OCCUPIED);
    var threads = new ConcurrentHashMap<String, Thread>();
    var done = new CountDownLatch(2);
    var asker = new Thread[1];
    starters.execute(
        () -> {
          asker[0] = Thread.currentThread();
          for (var name : List.of("first", "second")) {
            starters.execute(
                () -> {
                  threads.put(name, Thread.currentThread());
                  done.countDown();
                });
          }
        });
    done.await();
    assertThat(threads.get("first")).isEqualTo(asker[0]);
    assertThat(threads.get("second")).isNotEqualTo(asker[0]);
    starters.stop(LIMIT);
  }

  /** Makes so many of them by working on all at once. */
  private void occupy(int count) throws InterruptedException {
    var together = new CountDownLatch(count);
    var done = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      starters.execute(
          () -> {
            together.countDown();
            awaitAll(together);
            done.countDown();
          });
    }
    done.await();
  }

  private static void awaitAll(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException nobodyDoesThat) {
      throw new IllegalStateException(nobodyDoesThat);
    }
  }

  @Test
  void allWorkIsDoneThoughSomeBreaksAndTheRestComesAtOnce() {
    Set<Integer> seen = ConcurrentHashMap.newKeySet();
    var broken = new AtomicInteger();
    for (int i = 0; i < 1_000; i++) {
      int number = i;
      starters.execute(
          () -> {
            seen.add(number);
            if (number == 500) {
              broken.incrementAndGet();
              throw new IllegalStateException("meant to break");
            }
          });
    }
    starters.stop(LIMIT);
    assertThat(seen).hasSize(1_000);
    assertThat(broken).hasValue(1);
    assertThatThrownBy(() -> starters.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
  }
}
