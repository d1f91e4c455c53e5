package dev.muster.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.Wake;
import dev.muster.core.master.Master;
import dev.muster.core.master.MasterConfig;
import dev.muster.core.node.Node;
import dev.muster.core.node.NodeConfig;
import dev.muster.core.node.NodeLifecycles;
import dev.muster.core.scheduler.Placers;
import dev.muster.core.scheduler.Scheduler;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.core.scheduler.place.estimated.EstimatedOptions;
import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import dev.muster.wire.WireException;
import dev.muster.wire.WireWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A cell whose links change bits of what they carry, in both directions: whatever the bytes, they
 * are malformed or no actor breaks by them.
 */
class HostilePeerTest {

  private static final int NODES = 3;
  private static final int CELLS = 40;
  private static final int STEPS = 1_500;
  private static final long STEP_NS = 20_000_000;
  private static final Resources TASK = new Resources(500, 1 << 20);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void noActorBreaks(long seed) {
    int delivered = 0;
    int rejected = 0;
    for (int cell = 0; cell < CELLS; cell++) {
      var world = new World(Chance.of(seed * 1_000 + cell, "hostile"));
      world.run();
      delivered += world.changedAndDelivered;
      rejected += world.changedAndRejected;
    }
    assertThat(delivered).as("changed and still sound").isGreaterThan(CELLS);
    assertThat(rejected).as("changed and noticed").isGreaterThan(CELLS);
  }

  /** All actors of a small cell, and what is under way between them. */
  private static final class World implements Effects {

    private record Sent(Address<?> from, Address<?> to, Event event, long atNs) {}

    private final Chance chance;
    private final Map<Address<?>, Actor<?>> actors = new LinkedHashMap<>();
    private final List<Sent> underWay = new ArrayList<>();
    private Address<?> self = MasterEvent.at(0);
    private long nowNs;
    private int changedAndDelivered;
    private int changedAndRejected;

    World(Chance chance) {
      this.chance = chance;
      var timing = Timing.standard();
      actors.put(self, new Master(0, MasterConfig.standard(), timing));
      var placers =
          Placers.standard(
              SampledOptions.STANDARD,
              chance,
              CommitConfig.standard(),
              chance,
              EstimatedOptions.STANDARD,
              chance,
              HybridOptions.STANDARD,
              chance);
      actors.put(
          SchedulerEvent.at(0),
          new Scheduler(0, 1, MasterEvent.at(0), timing, ThinkTime.NONE, placers));
      for (int node = 0; node < NODES; node++) {
        actors.put(
            NodeEvent.at(node),
            new Node(
                node,
                1,
                new Resources(2_000, 1 << 22),
                MasterEvent.at(0),
                timing,
                NodeConfig.standard(),
                chance,
                new NodeLifecycles()));
      }
    }

    void run() {
      actors.forEach(
          (address, actor) -> {
            self = address;
            actor.start(nowNs, this);
          });
      deliver(MasterEvent.at(0), new MasterEvent.LeadershipGained(1));
      for (int job = 0; job < 4; job++) {
        var policy = job % 2 == 0 ? JobSpec.SAMPLED : JobSpec.SHARED;
        var first = StageSpec.of("a", 6, TASK, List.of("true"));
        var second = StageSpec.of("b", 3, TASK, List.of("true")).withAfter("a");
        var spec = JobSpec.of("job", first, second).withPolicy(policy);
        var submit = new MasterEvent.SubmitJob("key" + job, spec, ClientEvent.at(0));
        underWay.add(new Sent(ClientEvent.at(0), MasterEvent.at(0), submit, nowNs));
      }
      for (int step = 0; step < STEPS && !underWay.isEmpty(); step++) {
        var next = underWay.remove(inOrderOfTheLog(chance.nextInt(Math.min(underWay.size(), 12))));
        nowNs = Math.max(nowNs + chance.nextLong(STEP_NS), next.atNs);
        travel(next);
      }
    }

    private int inOrderOfTheLog(int drawn) {
      if (!isEntry(underWay.get(drawn))) {
        return drawn;
      }
      int first = 0;
      while (!isEntry(underWay.get(first))) {
        first++;
      }
      return first;
    }

    private static boolean isEntry(Sent sent) {
      return sent.event instanceof MasterEvent.EntryCommitted;
    }

    private void travel(Sent sent) {
      if (!actors.containsKey(sent.to)) {
        return; // a client
      }
      boolean toNode = sent.to.role() == Role.NODE;
      boolean isLocal = sent.from.equals(sent.to) || toNode == (sent.from.role() == Role.NODE);
      if (isLocal || sent.from.role() == Role.CLIENT) {
        deliver(sent.to, sent.event);
        return;
      }
      var out = new WireWriter();
      Envelope.add(new Message(sent.to, sent.event), out);
      var frame = out.toBytes();
      boolean changed = chance.nextInt(4) == 0;
      for (int flips = changed ? 1 + chance.nextInt(3) : 0; flips > 0; flips--) {
        frame[chance.nextInt(frame.length)] ^= (byte) (1 << chance.nextInt(Byte.SIZE));
      }
      receive(frame, sent, toNode, changed);
    }

    private void receive(byte[] frame, Sent sent, boolean toNode, boolean changed) {
      try {
        for (var message : new Envelope(frame).open().messages()) {
          boolean admitted =
              toNode
                  ? IngressFilter.admitsToNode(message)
                  : IngressFilter.admitsToCell(message, sent.from.index());
          if (admitted && actors.containsKey(message.to())) {
            changedAndDelivered += changed ? 1 : 0;
            deliver(message.to(), message.event());
          }
        }
      } catch (WireException malformed) {
        changedAndRejected += changed ? 1 : 0;
        assertThat(changed).as("%s: %s", sent, malformed).isTrue();
      }
    }

    /** What passes the filter is of a kind that the actor at this address receives. */
    @SuppressWarnings("unchecked")
    private void deliver(Address<?> to, Event event) {
      self = to;
      ((Actor<Event>) Objects.requireNonNull(actors.get(to))).on(nowNs, event, this);
    }

    @Override
    public <E extends Event> void send(Address<E> to, E event) {
      underWay.add(new Sent(self, to, event, nowNs));
    }

    @Override
    public void wake(long atNs, Timer timer) {
      underWay.add(new Sent(self, self, new Wake(timer), atNs));
    }

    @Override
    public void append(EntryId id, LogEntry entry) {
      underWay.add(new Sent(self, self, new MasterEvent.EntryCommitted(id, entry), nowNs));
    }

    @Override
    public void launch(Launch launch) {
      var result = chance.nextInt(5) == 0 ? RunResult.failed(1, "no") : RunResult.SUCCESS;
      underWay.add(new Sent(self, self, new NodeEvent.RunExited(launch.run(), result), nowNs));
    }

    @Override
    public void kill(long run, boolean force) {}

    @Override
    public void pace(long run, Pace pace) {}

    @Override
    public void forget(long run) {}

    @Override
    public void fetch(Work work, Tier tier) {}

    @Override
    public void measure() {}

    @Override
    public void publish(Event event) {}

    @Override
    public void busy(long ns) {}
  }
}
