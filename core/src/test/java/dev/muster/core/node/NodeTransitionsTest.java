package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.GIB;
import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.node.NodeStory.MASTER;
import static dev.muster.core.node.NodeStory.SCHEDULER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.AdoptRun;
import dev.muster.core.event.NodeEvent.DrainNode;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.HealthChanged;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.NodeEvent.ResizeMachine;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.NodeEvent.ScheduleMaintenance;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Effect.Start;
import dev.muster.core.fake.Effect.WakeAt;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.core.node.queue.OpportunisticQueue.Pick;
import dev.muster.core.node.queue.QueueConfig;
import dev.muster.core.node.queue.QueueConfig.OpportunisticConfig;
import dev.muster.core.node.queue.QueueConfig.Sampling;
import dev.muster.model.Admission;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Whatever a node is told, states change as drawn, and in the end everything is released. */
final class NodeTransitionsTest {

  private static final int RUNS = 1_500;
  private static final int EVENTS = 120;
  private static final Resources CAPACITY = new Resources(4_000, 4 * GIB).with("gpu", 2);
  private static final Resources SHRUNK = new Resources(3_000, 3 * GIB).with("gpu", 2);

  private final Map<String, Long> reached = new TreeMap<>();

  @Test
  void everyTransitionIsReachedAndEverythingIsReleased() {
    for (long seed = 0; seed < RUNS; seed++) {
      try {
        new Cell(seed).run();
      } catch (AssertionError | RuntimeException broken) {
        throw new AssertionError("seed " + seed + ": " + broken.getMessage(), broken);
      }
    }

    assertThat(reached).allSatisfy((transition, times) -> assertThat(times).isPositive());
    assertThat(reached).as("of tasks, allocations, runs and health").hasSize(12 + 7 + 9 + 5);
  }

  /** One node, with what it was sent and what it did. */
  private final class Cell {

    final Chance chance;
    final NodeLifecycles lifecycles = new NodeLifecycles();
    final Node node;
    final Stepped<NodeEvent> stepped;
    final TreeSet<Long> running = new TreeSet<>();
    final List<Long> ids = new ArrayList<>(List.of(0L));
    final List<GetTask> questions = new ArrayList<>();
    final List<WakeAt> timers = new ArrayList<>();

    Cell(long seed) {
      chance = Chance.of(seed, "transitions");
      var queue =
          QueueConfig.STANDARD
              .with(new OpportunisticConfig(Pick.WEIGHTED_RANDOM, 1, chance.nextBoolean()))
              .with(new Sampling(chance.nextInt(2), 0));
      var config = NodeConfig.standard().with(queue);
      node = new Node(0, 1, CAPACITY, MASTER, Timing.standard(), config, chance, lifecycles);
      stepped = new Stepped<>(node);
    }

    void run() {
      for (int i = 0; i < EVENTS; i++) {
        stepped.after(chance.nextLong(S / 2));
        tell(draw());
      }
      tell(new ResizeMachine(CAPACITY));
      ids.forEach(id -> tell(new KillTask(SCHEDULER, 0, id)));
      while (!running.isEmpty()) {
        tell(exit(running.first()));
      }

      assertThat(node.available()).isEqualTo(CAPACITY);
      assertThat(node.waiting() + node.running()).isZero();
      for (var lifecycle : lifecycles.all()) {
        lifecycle.visit(
            (from, to, count) ->
                reached.merge(lifecycle.name() + " " + from + " " + to, count, Long::sum));
      }
    }

    private void tell(NodeEvent event) {
      RecordingEffects did = stepped.tell(event);
      did.only(Start.class).forEach(start -> running.add(start.run()));
      questions.addAll(did.sent(GetTask.class));
      timers.addAll(did.only(WakeAt.class));
    }

    private NodeEvent draw() {
      long any = ids.get(chance.nextInt(ids.size()));
      return switch (chance.nextInt(31)) {
        case 0, 1, 2, 3, 4, 5 -> new EnqueueReservation(SCHEDULER, next(), demand());
        case 6, 7, 8, 9, 10, 11 -> {
          long id = next();
          yield new PlaceTask(SCHEDULER, id, demand(), NodeStory.work(id));
        }
        case 12, 13, 14, 15 -> answer();
        case 16, 17, 18 -> exit(running.isEmpty() ? 0 : running.first());
        case 19 -> new WithdrawReservation(any);
        case 20 -> new KillTask(SCHEDULER, 0, any);
        case 21 -> new PromoteTask(SCHEDULER, any, "");
        case 22 -> new DrainNode(chance.nextInt(8) == 0);
        case 23 -> new ScheduleMaintenance(chance.nextInt(3) * S - S, chance.nextLong(S));
        case 24 -> new ResizeMachine(chance.nextBoolean() ? CAPACITY : SHRUNK);
        case 25 -> {
          long id = next();
          running.add(id);
          yield new AdoptRun(
              new Launch(id, SCHEDULER.index(), demand(), NodeStory.work(id)), chance.nextLong(S));
        }
        case 26 ->
            chance.nextInt(4) == 0
                ? new HealthChanged(chance.nextInt(3) == 0 ? "full" : "")
                : notStarted();
        default -> timer();
      };
    }

    private NodeEvent answer() {
      if (questions.isEmpty()) {
        return NodeStory.BEAT;
      }
      var question = questions.removeLast();
      long id = question.reservation();
      return new LaunchTask(id, question.request(), NodeStory.work(id));
    }

    private NodeEvent timer() {
      if (timers.isEmpty()) {
        return NodeStory.BEAT;
      }
      var timer = timers.removeFirst();
      stepped.after(Math.max(0, timer.atNs() - stepped.nowNs()));
      return new Wake(timer.timer());
    }

    private NodeEvent notStarted() {
      long id = running.isEmpty() ? 0 : running.first();
      running.remove(id);
      return new RunExited(id, RunResult.notStarted("no space"));
    }

    private NodeEvent exit(long id) {
      running.remove(id);
      return new RunExited(id, RunResult.failed(1, ""));
    }

    private long next() {
      ids.add((long) ids.size());
      return ids.size() - 1L;
    }

    private Demand demand() {
      var need = new Resources(chance.nextInt(5) * 500L, chance.nextInt(3) * GIB / 2);
      var size = chance.nextInt(4) == 0 ? need.with("gpu", 1) : need;
      var demand = Demand.of(chance.nextInt(8) == 0 ? new Resources(4_000, GIB) : size);
      return demand
          .with(chance.nextBoolean() ? Tier.OPPORTUNISTIC : Tier.GUARANTEED)
          .with(chance.nextInt(4) == 0 ? Admission.RESERVED : Admission.QUEUED)
          .withJob(chance.nextInt(4), 0)
          .withEstimate(chance.nextInt(4) * S / 2);
    }
  }
}
