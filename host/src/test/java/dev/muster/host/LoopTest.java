package dev.muster.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.EntryId;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.Wake;
import dev.muster.model.Resources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who turns a loop: its thread, or whoever brings an answer while that sleeps. */
@Timeout(60)
final class LoopTest {
  private static final MasterEntry ENTRY = new MasterEntry.MachineRegistered(1, Resources.NONE);
  private static final long MS = 1_000_000;
  private static final Duration LIMIT = Duration.ofSeconds(50);

  /** Answers that are owed until a test brings them. */
  private final ConcurrentLinkedQueue<Runnable> owed = new ConcurrentLinkedQueue<>();

  private final Host host = new Host((entry, safe) -> owed.add(() -> safe.accept(entry)));
  private final CompletableFuture<Thread> thread = new CompletableFuture<>();

  @AfterEach
  void close() {
    host.close();
  }

  /** An actor that is owed so many answers. */
  private void hosted(int answers, Actor<MasterEvent> actor) {
    host.add(
        MasterEvent.at(0),
        new Actor<MasterEvent>() {
          @Override
          public void start(long nowNs, Effects out) {
            thread.complete(Thread.currentThread());
            IntStream.range(0, answers).forEach(_ -> out.append(EntryId.NONE, ENTRY));
          }

          @Override
          public void on(long nowNs, MasterEvent event, Effects out) {
            actor.on(nowNs, event, out);
          }
        },
        host.loop("test"));
    host.start();
    awaitThread(Thread.State.TIMED_WAITING);
    assertThat(owed).hasSize(answers);
  }

  /** It sleeps in {@code TIMED_WAITING}, and is {@code WAITING} while another turns the loop. */
  private void awaitThread(Thread.State state) {
    await().atMost(LIMIT).until(() -> thread.isDone() && thread.join().getState() == state);
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
    hosted(
        1,
        (nowNs, event, out) -> {
          threads.add(Thread.currentThread());
          out.append(EntryId.NONE, ENTRY);
        });
    bring();
    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @Test
  void soIsAMessageThatIsDeliveredAlone() {
    List<Thread> threads = new CopyOnWriteArrayList<>();
    hosted(0, (nowNs, event, out) -> threads.add(Thread.currentThread()));
    assertThat(host.deliver(MasterEvent.at(0), new Wake(Alarm.A1), true)).isTrue();
    assertThat(threads).containsExactly(Thread.currentThread());
    host.deliver(MasterEvent.at(0), new Wake(Alarm.A2), false);
    await().atMost(LIMIT).until(() -> threads.size() == 2);
    assertThat(threads).last().as("among many").isEqualTo(thread.join());
  }

  @Test
  void answersFromManyThreadsAreSeenToOneAtATimeAndNoneIsLost() {
    int each = 20_000;
    var inside = new AtomicBoolean();
    var seen = new AtomicInteger();
    hosted(
        4 * each,
        (nowNs, event, out) -> {
          assertThat(inside.compareAndSet(false, true)).isTrue();
          seen.incrementAndGet();
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
    bringers.forEach(thread -> Waits.join(thread, LIMIT));
    await().atMost(LIMIT).until(() -> seen.get() == 4 * each);
    assertThat(host.ended()).isNotCompletedExceptionally();
  }

  @Test
  void aTimerThatABringerSetsRingsThoughTheThreadSleeps() {
    List<MasterEvent> heard = new CopyOnWriteArrayList<>();
    hosted(
        1,
        (nowNs, event, out) -> {
          if (event instanceof Wake) {
            heard.add(event);
          } else {
            out.wake(nowNs + 10 * MS, Alarm.A7);
          }
        });
    bring();
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(heard).containsExactly(new Wake(Alarm.A7)));
  }

  @Test
  void aTimerThatIsDueIsRungByTheBringerToo() {
    List<Thread> rang = new CopyOnWriteArrayList<>();
    hosted(
        1,
        (nowNs, event, out) -> {
          if (event instanceof Wake) {
            rang.add(Thread.currentThread());
          } else {
            out.wake(nowNs, Alarm.A7);
          }
        });
    bring();
    assertThat(rang).containsExactly(Thread.currentThread());
  }

  @Test
  void afterAStepThatBreaksThereIsNoOtherThoughATimerIsDueAndTheThreadAwake() {
    var gate = new CountDownLatch(1);
    var broken = new AtomicBoolean();
    var later = new AtomicInteger();
    hosted(
        1,
        (nowNs, event, out) -> {
          later.addAndGet(broken.get() ? 1 : 0);
          if (event instanceof Wake) {
            out.wake(nowNs + 10 * MS, Alarm.A7);
          } else {
            pass(gate);
            broken.set(true);
            throw new IllegalStateException("meant to break");
          }
        });
    host.deliver(MasterEvent.at(0), new Wake(Alarm.A7), true);
    var bringer = Thread.ofPlatform().start(this::bring);
    awaitThread(Thread.State.WAITING);
    gate.countDown();
    Waits.join(bringer, LIMIT);
    host.close();
    assertThat(broken).isTrue();
    assertThat(later).hasValue(0);
  }

  private static void pass(CountDownLatch gate) {
    try {
      assertThat(gate.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
  }

  @Test
  void aStepThatBreaksEndsTheHostAndNotItsBringer() {
    hosted(
        1,
        (nowNs, event, out) -> {
          throw new IllegalStateException("meant to break");
        });
    bring();
    assertThatThrownBy(() -> host.ended().orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join())
        .isInstanceOf(CompletionException.class)
        .hasRootCauseMessage("meant to break");
  }
}
