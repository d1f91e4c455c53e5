package dev.muster.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.Wake;
import dev.muster.core.loop.Actor;
import dev.muster.core.loop.Effects;
import dev.muster.model.Resources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who turns a loop: its thread, or whoever brings an answer while that sleeps. */
@Timeout(60)
final class LoopTest {

  private static final MasterEntry ENTRY = new MasterEntry.NodeKnown(1, Resources.NONE);
  private static final long MS = 1_000_000;
  private static final Duration LIMIT = Duration.ofSeconds(50);

  /** Answers that are owed until a test brings them. */
  private final ConcurrentLinkedQueue<Runnable> owed = new ConcurrentLinkedQueue<>();

  private final Host host = new Host((entry, safe) -> owed.add(() -> safe.accept(entry)));

  @AfterEach
  void close() {
    host.close();
  }

  /** An actor that is owed so many answers. */
  private void seat(int answers, Actor<MasterEvent> actor) {
    host.add(
        MasterEvent.at(0),
        new Actor<MasterEvent>() {
          @Override
          public void start(long nowNs, Effects out) {
            IntStream.range(0, answers).forEach(_ -> out.append(ENTRY));
          }

          @Override
          public void on(long nowNs, MasterEvent event, Effects out) {
            actor.on(nowNs, event, out);
          }
        },
        host.loop("test"));
    host.start();
    await().until(() -> owed.size() == answers);
  }

  private boolean bring() {
    var answer = owed.poll();
    if (answer != null) {
      answer.run();
    }
    return answer != null;
  }

  @Test
  void anAnswerToASleepingLoopIsSeenToByWhoeverBringsIt() {
    List<Thread> threads = new CopyOnWriteArrayList<>();
    seat(
        1,
        (nowNs, event, out) -> {
          threads.add(Thread.currentThread());
          out.append(ENTRY);
        });
    await()
        .until(
            () -> {
              bring();
              return threads.contains(Thread.currentThread());
            });
  }

  @Test
  void answersFromManyThreadsAreSeenToOneAtATimeAndNoneIsLost() {
    int each = 20_000;
    var inside = new AtomicBoolean();
    int[] seen = new int[1];
    seat(
        4 * each,
        (nowNs, event, out) -> {
          assertThat(inside.compareAndSet(false, true)).isTrue();
          seen[0]++;
          inside.set(false);
        });
    var bringers =
        IntStream.range(0, 4)
            .mapToObj(
                _ ->
                    Thread.ofPlatform()
                        .start(
                            () -> {
                              while (bring()) {}
                            }))
            .toList();
    bringers.forEach(thread -> Patience.join(thread, LIMIT));
    await().until(() -> seen[0] == 4 * each);
    assertThat(host.ended()).isNotCompletedExceptionally();
  }

  @Test
  void aTimerThatABringerSetsRingsThoughTheThreadSleeps() {
    List<MasterEvent> heard = new CopyOnWriteArrayList<>();
    seat(
        1,
        (nowNs, event, out) -> {
          if (event instanceof Wake) {
            heard.add(event);
          } else {
            out.wake(nowNs + 10 * MS, 7);
          }
        });
    bring();
    await().untilAsserted(() -> assertThat(heard).containsExactly(new Wake(7)));
  }

  @Test
  void aStepThatBreaksEndsTheHostAndNotItsBringer() {
    seat(
        1,
        (nowNs, event, out) -> {
          throw new IllegalStateException("meant to break");
        });
    bring();
    assertThatThrownBy(() -> host.ended().join())
        .isInstanceOf(CompletionException.class)
        .hasRootCauseMessage("meant to break");
  }
}
