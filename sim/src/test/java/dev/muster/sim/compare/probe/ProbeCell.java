package dev.muster.sim.compare.probe;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.ProbeNode;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.NodeProbed;
import dev.muster.core.event.Wake;
import dev.muster.core.scheduler.Scheduler;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** One scheduler that probes, between nodes that say what the test lets them say. */
final class ProbeCell {

  static final Timing TIMING = Timing.standard().withoutProgress();
  static final long MS = 1_000_000;

  private static final Resources UNIT = new Resources(1_000, 1L << 30);

  private final Scheduler scheduler;
  private final Timer beat;
  private long nowNs;

  ProbeCell(ProbeMode mode, int nodes, long reuseNs) {
    scheduler =
        new Scheduler(
            0,
            1,
            MasterEvent.at(0),
            TIMING,
            ThinkTime.NONE,
            context ->
                List.of(new ProbingPlacer(context, mode, 2, reuseNs, Chance.of(1, "rounds"))));
    var out = new Sent();
    scheduler.start(nowNs, out);
    beat = out.timers.getFirst();
    tell(
        new MachineList(
            1,
            IntStream.range(0, nodes)
                .mapToObj(node -> new Machine(node, new Resources(4_000, 4L << 30)))
                .toList()));
  }

  ProbeCell(ProbeMode mode) {
    this(mode, 8, 0);
  }

  static StageSpec stage(String name, int tasks) {
    return StageSpec.of(name, tasks, UNIT, List.of("true"));
  }

  Sent tell(SchedulerEvent event) {
    var out = new Sent();
    scheduler.on(nowNs, event, out);
    return out;
  }

  Sent plan(long job, JobSpec spec) {
    return tell(new AssignJob(job, spec, ClientEvent.at(0), 0));
  }

  /** Jobs of one stage have numbers of their own. */
  Sent plan(long job, int tasks) {
    return plan(job, JobSpec.of("job", stage("work", tasks)));
  }

  Sent answer(ProbeNode probe, int load) {
    return tell(new NodeProbed(0, probe.round(), probe.draw(), load));
  }

  ProbeCell after(long ns) {
    nowNs += ns;
    return this;
  }

  Sent beat() {
    return tell(new Wake(beat));
  }

  /** All that the scheduler did at one event. */
  static final class Sent implements Effects {

    private record Message(Address<?> to, Event event) {}

    private final List<Message> messages = new ArrayList<>();
    private final List<Timer> timers = new ArrayList<>();

    boolean isEmpty() {
      return messages.isEmpty() && timers.isEmpty();
    }

    <T extends Event> List<T> sent(Class<T> kind) {
      return messages.stream()
          .map(Message::event)
          .filter(kind::isInstance)
          .map(kind::cast)
          .toList();
    }

    /** The nodes to which messages of this kind went. */
    List<Integer> nodes(Class<? extends NodeEvent> kind) {
      return messages.stream()
          .filter(message -> kind.isInstance(message.event))
          .map(message -> message.to.index())
          .toList();
    }

    @Override
    public <E extends Event> void send(Address<E> to, E event) {
      messages.add(new Message(to, event));
    }

    @Override
    public void wake(long atNs, Timer timer) {
      timers.add(timer);
    }

    @Override
    public void busy(long ns) {}

    @Override
    public void append(EntryId id, LogEntry entry) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void launch(Launch launch) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void kill(long run, boolean force) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void pace(long run, Pace pace) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void forget(long run) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void fetch(Work work, Tier tier) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void measure() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void publish(Event event) {}
  }
}
