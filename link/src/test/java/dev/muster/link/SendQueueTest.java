package dev.muster.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.NodeEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** The send queue alone, with an event loop that is stepped by hand. */
class SendQueueTest {

  private static final int CAPACITY = 10;

  private final Queue<Runnable> thread = new ArrayDeque<>();
  private final List<Envelope> sent = new ArrayList<>();
  private final Traffic traffic = new Traffic();
  private boolean ready = true;
  private int flushes;
  private final SendQueue queue =
      new SendQueue(
          new SendQueue.EnvelopeSink() {
            @Override
            public boolean isReady() {
              return ready;
            }

            @Override
            public void send(Envelope envelope) {
              sent.add(envelope);
            }

            @Override
            public void flush() {
              flushes++;
            }
          },
          thread::add,
          traffic,
          CAPACITY);

  private boolean offer(int number) {
    return queue.offer(new Message(NodeEvent.at(1), new NodeEvent.WithdrawReservation(number)));
  }

  private void runThread() {
    for (var next = thread.poll(); next != null; next = thread.poll()) {
      next.run();
    }
  }

  @Test
  void whatWaitsTogetherTravelsTogether() throws Exception {
    for (int i = 0; i < 3; i++) {
      offer(i);
    }
    assertThat(thread).as("one call for all").hasSize(1);
    runThread();
    assertThat(sent).hasSize(1);
    assertThat(flushes).isEqualTo(1);
    assertThat(sent.getFirst().open().messages())
        .extracting(Message::event)
        .containsExactly(
            new NodeEvent.WithdrawReservation(0),
            new NodeEvent.WithdrawReservation(1),
            new NodeEvent.WithdrawReservation(2));
    offer(3);
    runThread();
    assertThat(sent).hasSize(2);
  }

  @Test
  void aSinkThatIsNotReadyIsWaitedForAndTheRestIsDropped() {
    ready = false;
    for (int i = 0; i < CAPACITY; i++) {
      assertThat(offer(i)).isTrue();
    }
    assertThat(offer(CAPACITY)).isFalse();
    runThread();
    assertThat(sent).isEmpty();
    ready = true;
    queue.resume();
    assertThat(traffic.count().out().events()).isEqualTo(CAPACITY);
    assertThat(traffic.count().dropped()).isEqualTo(1);
  }

  @Test
  void theEndOfTheConnectionIsTheEndOfWhatWaits() {
    offer(1);
    queue.close();
    runThread();
    assertThat(offer(2)).isFalse();
    assertThat(sent).isEmpty();
    assertThat(traffic.count().dropped()).isEqualTo(2);
  }
}
