package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.GIB;
import static dev.muster.core.node.NodeStory.CAPACITY;
import static dev.muster.core.node.NodeStory.SCHEDULER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.NodeEvent.ConfirmReservations;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.NoTask;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.event.Wake;
import dev.muster.core.node.NodeModel.Place;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Whatever a node hears in whatever order, it keeps its books. */
final class NodePropertyTest {

  private static final int SEQUENCES = 10_000;
  private static final int EVENTS = 60;

  /** Few, so that most of what a node hears is about something that it knows or knew. */
  private static final int IDS = 12;

  private static final List<Long> ALL_IDS = LongStream.rangeClosed(1, IDS).boxed().toList();

  private final Map<Place, Long> seen = new EnumMap<>(Place.class);

  @Test
  void amountsAndPlacesHoldAfterEveryEvent() {
    for (long seed = 0; seed < SEQUENCES; seed++) {
      try {
        run(seed);
      } catch (AssertionError | RuntimeException broken) {
        throw new AssertionError("seed " + seed + ": " + broken.getMessage(), broken);
      }
    }

    assertThat(seen.keySet()).as("every place was reached").contains(Place.values());
    assertThat(seen.values()).allMatch(times -> times > SEQUENCES);
  }

  private void run(long seed) {
    var chance = Chance.of(seed, "node");
    var story = new NodeStory();
    var model = new NodeModel();
    for (int i = 0; i < EVENTS; i++) {
      story.stepped.after(chance.nextLong(NodeStory.TIMING.repeatAfterNs()));
      var event = draw(chance, model);
      long nowNs = story.stepped.nowNs();
      model.hears(nowNs, event);
      model.did(nowNs, story.tell(event));
      verify(story, model);
    }
  }

  private void verify(NodeStory story, NodeModel model) {
    var free = story.node.available();
    same("reserved", model.taken(), CAPACITY.minus(free));
    same("reserved fits", true, model.taken().fitsIn(CAPACITY));
    same("the head waits though it fits", false, model.head().fitsIn(free));

    same("waiting", model.count(Place.WAITING), story.node.waiting());
    same("running", model.count(Place.RUNNING), story.node.running());
    var confirmed =
        story
            .tell(new ConfirmReservations(SCHEDULER, 1, ALL_IDS))
            .sent(ReservationsConfirmed.class)
            .getFirst();
    same("held", model.ids(), confirmed.held());
    same("unknown", IDS - model.ids().size(), confirmed.unknown().size());
    model.known.values().forEach(entry -> seen.merge(entry.place, 1L, Long::sum));
  }

  /** Plain, because it is asked millions of times. */
  private static void same(String what, Object expected, Object actual) {
    if (!expected.equals(actual)) {
      throw new AssertionError(what + ": expected " + expected + " and was " + actual);
    }
  }

  private static NodeEvent draw(Chance chance, NodeModel model) {
    long id = 1L + chance.nextInt(IDS);
    var entry = model.known.get(id);
    // The latest question, or one of before.
    long latest = entry == null ? 1 : entry.ask;
    long ask = chance.nextInt(4) == 0 ? latest - 1 : latest;
    return switch (chance.nextInt(16)) {
      case 0, 1, 2, 3 -> new EnqueueReservation(SCHEDULER, id, Demand.of(need(chance)));
      case 4, 5, 6 -> new LaunchTask(id, ask, NodeStory.work(id));
      case 7 -> new NoTask(id, ask);
      case 8 -> new WithdrawReservation(id);
      case 9 -> new KillTask(SCHEDULER, 0, id);
      case 10, 11 -> new RunExited(id, RunResult.SUCCESS);
      case 12 -> new AcknowledgeResult(id, chance.nextBoolean());
      case 13 -> new Wake(NodeTimer.RUN_DEADLINE);
      default -> NodeStory.BEAT;
    };
  }

  /** Now and then more than the node has. */
  private static Resources need(Chance chance) {
    return new Resources(chance.nextInt(4_300), chance.nextLong(4 * GIB + GIB / 4));
  }
}
