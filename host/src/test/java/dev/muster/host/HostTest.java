package dev.muster.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.Event;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.Wake;
import dev.muster.model.Resources;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HostTest {
  private static final long MS = 1_000_000;

  private final Host host = new Host(Log.IN_MEMORY);
  private final List<Event> heard = new CopyOnWriteArrayList<>();
  private final List<Long> times = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    host.close();
  }

  /** Writes down what it hears. */
  private class Listener<E extends Event> implements Actor<E> {
    @Override
    public void on(long nowNs, E event, Effects out) {
      times.add(nowNs);
      heard.add(event);
    }
  }

  private void hearsSoon(Event... events) {
    await().untilAsserted(() -> assertThat(heard).containsExactly(events));
  }

  @Test
  void messagesArriveInTheOrderTheyWereSentAtTimesThatNeverGoBack() {
    host.add(NodeEvent.at(0), new Listener<>(), host.loop("test"));
    host.start();
    var events = LongStream.range(0, 500).mapToObj(NodeEvent.WithdrawReservation::new).toList();
    events.forEach(each -> assertThat(host.send(NodeEvent.at(0), each)).isTrue());
    hearsSoon(events.toArray(Event[]::new));
    assertThat(times).isSorted();
  }

  @Test
  void timersFireInTheOrderOfTheirTimesAndNeverEarly() {
    var start = new long[1];
    host.add(
        NodeEvent.at(0),
        new Listener<NodeEvent>() {
          @Override
          public void start(long nowNs, Effects out) {
            start[0] = nowNs;
            out.wake(nowNs + 30 * MS, Alarm.A3);
            out.wake(nowNs + 10 * MS, Alarm.A1);
            out.wake(nowNs + 10 * MS, Alarm.A2);
            out.wake(nowNs - MS, Alarm.A0);
          }
        },
        host.loop("test"));
    host.start();
    hearsSoon(new Wake(Alarm.A0), new Wake(Alarm.A1), new Wake(Alarm.A2), new Wake(Alarm.A3));
    assertThat(times.get(1) - start[0]).isGreaterThanOrEqualTo(10 * MS);
    assertThat(times.get(3) - start[0]).isGreaterThanOrEqualTo(30 * MS);
  }

  @Test
  void aTimerThatIsAlwaysDueDoesNotStarveTheInbox() {
    host.add(
        NodeEvent.at(0),
        new Actor<NodeEvent>() {
          @Override
          public void start(long nowNs, Effects out) {
            out.wake(nowNs, Alarm.A0);
          }

          @Override
          public void on(long nowNs, NodeEvent event, Effects out) {
            if (event instanceof Wake) {
              out.wake(nowNs, Alarm.A0);
            } else {
              heard.add(event);
            }
          }
        },
        host.loop("test"));
    host.start();
    host.send(NodeEvent.at(0), new NodeEvent.WithdrawReservation(1));
    hearsSoon(new NodeEvent.WithdrawReservation(1));
  }

  @Test
  void actorsOfDifferentLoopsReachEachOther() {
    Actor<MasterEvent> echo =
        (nowNs, event, out) -> out.send(NodeEvent.at(0), new NodeEvent.WithdrawReservation(5));
    host.add(MasterEvent.at(0), echo, host.loop("one"));
    host.add(NodeEvent.at(0), new Listener<>(), host.loop("two"));
    host.start();
    host.send(MasterEvent.at(0), new MasterEvent.CancelJob(5));
    hearsSoon(new NodeEvent.WithdrawReservation(5));
  }

  @Test
  void whatIsAppendedComesBackCommitted() {
    var id = new EntryId(1, 2);
    var entry = new MasterEntry.MachineRegistered(1, Resources.NONE);
    host.add(
        MasterEvent.at(0),
        new Listener<MasterEvent>() {
          @Override
          public void start(long nowNs, Effects out) {
            out.append(id, entry);
          }
        },
        host.loop("test"));
    host.start();
    hearsSoon(new MasterEvent.EntryCommitted(id, entry));
  }

  @Test
  void aFullInboxLosesMessagesAndCountsThem() {
    var gate = new CountDownLatch(1);
    Actor<NodeEvent> slow = (nowNs, event, out) -> awaitUninterrupted(gate);
    host.add(NodeEvent.at(0), slow, host.loop("test", 4));
    host.start();
    host.send(NodeEvent.at(0), new Wake(Alarm.A0));
    await().until(() -> host.send(NodeEvent.at(0), new Wake(Alarm.A1)) || host.lost() > 0);
    await().until(() -> !host.send(NodeEvent.at(0), new Wake(Alarm.A2)));
    long before = host.lost();
    assertThat(host.send(NodeEvent.at(0), new Wake(Alarm.A3))).isFalse();
    assertThat(host.lost()).isEqualTo(before + 1);
    gate.countDown();
    await().until(() -> host.send(NodeEvent.at(0), new Wake(Alarm.A4)));
  }

  @Test
  void aMessageToNobodyIsLostAndCounted() {
    host.start();
    assertThat(host.send(NodeEvent.at(9), new Wake(Alarm.A0))).isFalse();
    assertThat(host.lost()).isEqualTo(1);
  }

  @Test
  void anActorThatBreaksStopsTheWholeHostWithTheCause() {
    Actor<NodeEvent> breaking =
        (nowNs, event, out) -> {
          throw new IllegalStateException("on purpose");
        };
    host.add(NodeEvent.at(0), breaking, host.loop("one"));
    host.add(NodeEvent.at(1), new Listener<>(), host.loop("two"));
    host.start();
    host.send(NodeEvent.at(0), new NodeEvent.WithdrawReservation(7));
    assertThatThrownBy(() -> host.ended().join())
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOf(Host.ActorFailure.class)
        .hasMessageContaining("node-0 broke on WithdrawReservation[reservation=7]")
        .hasRootCauseMessage("on purpose");
    await().until(() -> !host.send(NodeEvent.at(1), new Wake(Alarm.A0)));
  }

  @Test
  void launchingWithoutAMachineIsAMistakeOfOurs() {
    Actor<MasterEvent> confused = (nowNs, event, out) -> out.kill(1, true);
    host.add(MasterEvent.at(0), confused, host.loop("test"));
    host.start();
    host.send(MasterEvent.at(0), new MasterEvent.CancelJob(1));
    assertThatThrownBy(() -> host.ended().join())
        .hasRootCauseMessage("only a node kills, and it needs a runtime: run 1");
  }

  @Test
  void afterTheEndNothingRunsAndNothingIsTaken() {
    host.add(NodeEvent.at(0), new Listener<>(), host.loop("test-that-ends"));
    host.start();
    host.close();
    assertThat(host.ended()).isCompleted();
    assertThat(host.send(NodeEvent.at(0), new Wake(Alarm.A0))).isFalse();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("test-that-ends"));
  }

  @Test
  void anAddressIsGivenOnce() {
    var loop = host.loop("test");
    host.add(NodeEvent.at(0), new Listener<>(), loop);
    assertThatThrownBy(() -> host.add(NodeEvent.at(0), new Listener<>(), loop))
        .hasMessage("node-0 is there already");
  }

  private static void awaitUninterrupted(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
