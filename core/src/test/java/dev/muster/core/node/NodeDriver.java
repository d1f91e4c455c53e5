package dev.muster.core.node;

import static dev.muster.core.node.NodeStory.MASTER;
import static dev.muster.core.node.NodeStory.SCHEDULER;
import static dev.muster.core.node.NodeStory.TIMING;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.Tier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;

/** Steps one node through virtual time; tasks last as long as the test says, kills work at once. */
final class NodeDriver implements Effects {

  private record Task(Demand demand, long lengthNs) {}

  private record Due(long atNs, long number, NodeEvent event) {}

  final Node node;
  final Resources capacity;

  /** When each task started last, in the order of the first starts. */
  final Map<Long, Long> starts = new LinkedHashMap<>();

  final Set<Long> evicted = new HashSet<>();
  final Set<Long> promoted = new HashSet<>();
  final List<ReservationReturned> returned = new ArrayList<>();
  long nowNs;

  private final PriorityQueue<Due> agenda =
      new PriorityQueue<>(Comparator.comparingLong(Due::atNs).thenComparingLong(Due::number));
  private final Map<Long, Task> tasks = new HashMap<>();
  private final Map<Long, Resources> running = new HashMap<>();
  private final Map<Long, Long> endsNs = new HashMap<>();

  /** How much those have left to run that stand still. */
  private final Map<Long, Long> leftNs = new HashMap<>();

  private long events;

  NodeDriver(Resources capacity, NodeConfig config, long seed) {
    this.capacity = capacity;
    this.node =
        new Node(
            0,
            1,
            capacity,
            MASTER,
            TIMING,
            config,
            Chance.of(seed, "node under test"),
            new NodeLifecycles());
  }

  void place(long atNs, long id, Demand demand, long lengthNs) {
    tasks.put(id, new Task(demand, lengthNs));
    tell(atNs, new PlaceTask(SCHEDULER, id, demand, NodeStory.work(id)));
  }

  void tell(long atNs, NodeEvent event) {
    agenda.add(new Due(atNs, ++events, event));
  }

  /** Everything that happens up to this time, and at it. */
  void runUntil(long untilNs) {
    while (!agenda.isEmpty() && agenda.peek().atNs <= untilNs) {
      step(agenda.remove());
    }
    nowNs = Math.max(nowNs, untilNs);
  }

  void runAll() {
    while (!agenda.isEmpty()) {
      step(agenda.remove());
    }
  }

  private void step(Due due) {
    nowNs = due.atNs;
    if (due.event instanceof RunExited exited) {
      boolean ends = Objects.equals(endsNs.get(exited.run()), nowNs);
      if (!running.containsKey(exited.run()) || !ends) {
        return; // it was killed before, or stood still in between
      }
      running.remove(exited.run());
    }
    node.on(nowNs, due.event, this);
    var free = node.available();
    if (free.isNegative()) {
      throw new AssertionError("more is guaranteed than there is: " + free);
    }
  }

  private Task task(long id) {
    return Objects.requireNonNull(tasks.get(id));
  }

  @Override
  public void launch(Launch launch) {
    long run = launch.run();
    starts.put(run, nowNs);
    endsAt(run, nowNs + task(run).lengthNs);
    occupy(run, task(run).demand.resources());
  }

  private void occupy(long run, Resources need) {
    running.put(run, need);
    var sum = running.values().stream().reduce(Resources.NONE, Resources::plus);
    if (!sum.fitsIn(capacity)) {
      throw new AssertionError(sum + " run on " + capacity);
    }
  }

  private void endsAt(long run, long atNs) {
    endsNs.put(run, atNs);
    tell(atNs, new RunExited(run, RunResult.SUCCESS));
  }

  @Override
  public void kill(long run, boolean force) {
    if (!task(run).demand.isOpportunistic() || promoted.contains(run)) {
      throw new AssertionError("guaranteed and yet killed: " + run);
    }
    evicted.add(run);
    leftNs.remove(run);
    endsNs.put(run, nowNs);
    agenda.add(new Due(nowNs, - ++events, new RunExited(run, RunResult.failed(137, ""))));
  }

  @Override
  public <E extends Event> void send(Address<E> to, E event) {
    if (event instanceof ReservationReturned back) {
      returned.add(back);
    } else if (event instanceof TaskPromoted answer && answer.granted()) {
      promoted.add(answer.reservation());
    }
  }

  @Override
  public void pace(long run, Pace pace) {
    var need = task(run).demand.resources();
    if (pace == Pace.FROZEN) {
      running.put(run, need.withoutCpu());
      leftNs.put(run, Objects.requireNonNull(endsNs.remove(run)) - nowNs);
    } else if (leftNs.containsKey(run)) {
      endsAt(run, nowNs + Objects.requireNonNull(leftNs.remove(run)));
      occupy(run, need);
    }
  }

  @Override
  public void forget(long run) {}

  @Override
  public void fetch(Work work, Tier tier) {}

  @Override
  public void measure() {}

  @Override
  public void wake(long atNs, Timer timer) {}

  @Override
  public void append(EntryId id, LogEntry entry) {}

  @Override
  public void publish(Event event) {
    throw new AssertionError("a node publishes nothing: " + event);
  }

  @Override
  public void busy(long ns) {}
}
