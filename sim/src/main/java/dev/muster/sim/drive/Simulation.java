package dev.muster.sim.drive;

import dev.muster.check.Observer;
import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.TraceHash;
import dev.muster.core.actor.Work;
import dev.muster.core.event.LogEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.Measured;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.NodeEvent.RunsMeasured;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.Wake;
import dev.muster.model.RunResult;
import dev.muster.model.Tier;
import dev.muster.sim.drive.Seat.WatchedRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A cell in virtual time. One thread, a total order of events, and no clock but the queue's: the
 * same seed gives the same run on any machine.
 */
public final class Simulation {

  /** How long the modelled log usually takes to make an entry safe. */
  public static final long COMMIT_NS = 200_000;

  /** A number for each type of event that is the same in every JVM. */
  private static final ClassValue<Long> KINDS =
      new ClassValue<>() {
        @Override
        protected Long computeValue(Class<?> type) {
          return new TraceHash().add(type.getName()).value();
        }
      };

  private static final RunResult KILLED = RunResult.failed(143, "");

  private final EventQueue queue = new EventQueue();
  private final Seat[][] seats = new Seat[Role.values().length][8];
  private final int[] seatCounts = new int[seats.length];
  private final Network network;
  private final Machines machines;
  private final Observer observer;
  private final World world = new World();
  private final TraceHash hash = new TraceHash();
  private final List<Actor<?>> replaced = new ArrayList<>();
  private Consumer<Event> outside = _ -> {};
  private long nowNs;
  private long events;

  /** When the latest entry of a log that nobody shares is safe: no later entry is before. */
  private long safeNs;

  /** Null where the only master has its log to itself. */
  private @Nullable ReplicatedLog log;

  public Simulation(Network network, Machines machines, Observer observer) {
    this.network = network;
    this.machines = machines;
    this.observer = observer;
  }

  /** Adds an actor; those of one role must come in the order of their indexes. */
  public <E extends Event> void add(Address<E> address, Actor<E> actor, long skewNs) {
    int role = address.role().ordinal();
    int index = address.index();
    if (index != seatCounts[role]++) {
      throw new IllegalArgumentException(address + " out of order");
    }
    var seat = new Seat(address, actor);
    seat.skewNs = skewNs;
    if (index == seats[role].length) {
      seats[role] = Arrays.copyOf(seats[role], index * 2);
    }
    seats[role][index] = seat;
    start(seat);
  }

  /** All masters append to this log. */
  void share(ReplicatedLog shared) {
    log = shared;
  }

  /** Has the log say something to a master, unless the master crashes before. */
  void tell(Address<MasterEvent> master, long atNs, LogEvent event) {
    var seat = seat(master);
    queue.add(atNs, seat, seat.epoch, event);
  }

  /** Receives what actors publish. */
  public void listen(Consumer<Event> listener) {
    outside = listener;
  }

  /** Delivers an event from outside of the cell, past the network. */
  public <E extends Event> void post(long atNs, Address<E> to, E event) {
    queue.add(atNs, seat(to), Seat.ANY_EPOCH, event);
  }

  /** Does something to the world itself at that time. */
  public void at(long atNs, Runnable change) {
    queue.add(atNs, null, Seat.ANY_EPOCH, change);
  }

  /** Runs the next event; false where none is left. */
  public boolean step() {
    if (queue.isEmpty()) {
      return false;
    }
    queue.remove();
    nowNs = queue.timeNs;
    var seat = queue.seat;
    if (seat == null) {
      ((Runnable) Objects.requireNonNull(queue.payload)).run();
    } else {
      deliver(seat, queue.epoch, (Event) Objects.requireNonNull(queue.payload));
    }
    return true;
  }

  /** Runs the next event if it is due by then; false where none is, and it is then. */
  public boolean stepUntil(long endNs) {
    if (!queue.isEmpty() && queue.firstNs() <= endNs) {
      return step();
    }
    nowNs = Math.max(nowNs, endNs);
    return false;
  }

  @SuppressWarnings("StatementWithEmptyBody") // each step is its own body
  public void runUntil(long endNs) {
    while (stepUntil(endNs)) {}
  }

  private void deliver(Seat seat, int epoch, Event event) {
    if (seat.isIdle(nowNs)) {
      handleNow(seat, epoch, event);
      return;
    }
    if (!seat.hasBacklog()) {
      at(seat.busyUntilNs, () -> catchUp(seat));
    }
    seat.backlog().add(new Seat.Waiting(epoch, event));
    if (seat.backlog().size() > EventQueue.MAX_PENDING) {
      throw new IllegalStateException(seat.address + " is too far behind");
    }
  }

  /** Handles what has come in the meantime, until the actor is busy again. */
  private void catchUp(Seat seat) {
    while (seat.busyUntilNs <= nowNs && seat.hasBacklog()) {
      var next = seat.backlog().remove();
      handleNow(seat, next.epoch(), next.event());
    }
    if (seat.hasBacklog()) {
      at(seat.busyUntilNs, () -> catchUp(seat));
    }
  }

  private void handleNow(Seat seat, int epoch, Event event) {
    if (seat.down || (epoch != Seat.ANY_EPOCH && epoch != seat.epoch)) {
      return;
    }
    events++;
    hash.add(nowNs).add(seat.role).add(seat.index);
    hash.add(KINDS.get(event.getClass()));
    event.trace(hash);
    if (seat.watched && !(log != null && event instanceof EntryCommitted)) {
      observer.delivered(seat.address, event);
    }
    world.enter(seat);
    seat.actor().on(nowNs + seat.skewNs, event, world);
  }

  private void start(Seat seat) {
    world.enter(seat);
    seat.actor().start(nowNs + seat.skewNs, world);
  }

  /** The actor is gone, with its memory, its timers and what it ran. */
  public void crash(Address<?> address) {
    var seat = seat(address);
    seat.down = true;
    seat.epoch++;
    if (address.role() == Role.NODE) {
      seat.watchedRuns().clear();
      observer.crashed(address.index());
    } else if (address.role() == Role.SCHEDULER) {
      observer.died(address.index());
    }
  }

  /** The disk of a node loses the outputs of tasks; the node does not notice. */
  public void emptyDisk(int node) {
    observer.diskEmptied(node);
  }

  /** The process of a node is gone with its memory and its timers; its machine is not. */
  public void processDies(Address<NodeEvent> address) {
    var seat = seat(address);
    seat.down = true;
    seat.epoch++;
    observer.processDied(address.index());
  }

  /**
   * A scheduler that was given up as dead goes on for a while beside its next epoch: what it says
   * reaches others, what others say from now on reaches the next epoch alone. Observers do not see
   * it.
   *
   * @param untilNs when it is gone
   */
  public void linger(Address<SchedulerEvent> address, Actor<SchedulerEvent> next, long untilNs) {
    var old = seat(address);
    observer.died(address.index());
    old.watched = false;
    replaced.add(old.actor());
    var seat = new Seat(address, next);
    seat.skewNs = old.skewNs;
    seat.epoch = old.epoch + 1;
    seats[seat.role][seat.index] = seat;
    start(seat);
    at(untilNs, () -> old.down = true);
  }

  /** The actor handles nothing until then, and afterwards all that has come. */
  public void pause(Address<?> address, long untilNs) {
    var seat = seat(address);
    seat.busyUntilNs = Math.max(seat.busyUntilNs, untilNs);
  }

  /** Another actor takes the place of one that crashed. */
  public <E extends Event> void restart(Address<E> address, Actor<E> actor) {
    var seat = seat(address);
    seat.down = false;
    seat.busyUntilNs = 0;
    seat.forgetBacklog();
    replaced.add(seat.actor());
    seat.occupy(actor);
    start(seat);
  }

  /** The actor that is at this address now. */
  public Actor<?> actor(Address<?> address) {
    return seat(address).actor();
  }

  /** Shows every actor there was, those that crashed first. */
  public void forEachActor(Consumer<Actor<?>> each) {
    replaced.forEach(each);
    for (int role = 0; role < seats.length; role++) {
      for (int index = 0; index < seatCounts[role]; index++) {
        each.accept(seats[role][index].actor());
      }
    }
  }

  public long nowNs() {
    return nowNs;
  }

  /** How many events actors have handled. */
  public long events() {
    return events;
  }

  public long traceHash() {
    return hash.value();
  }

  private Seat seat(Address<?> address) {
    return seats[address.role().ordinal()][address.index()];
  }

  /** The door to this world, for the actor that is handling an event. */
  private final class World implements Effects {

    private @Nullable Seat current;
    private long leaveNs;

    void enter(Seat seat) {
      current = seat;
      leaveNs = nowNs;
    }

    private Seat self() {
      return Objects.requireNonNull(current);
    }

    @Override
    public <E extends Event> void send(Address<E> to, E event) {
      if (self().watched) {
        observer.sent(to, event);
      }
      var from = self().address;
      Address<?> target = log != null && to.role() == Role.MASTER ? log.route(from) : to;
      long arrivalNs = network.arrivalNs(leaveNs, from, target);
      if (arrivalNs != Network.LOST) {
        queue.addMessage(arrivalNs, seat(target), event);
      }
      long copyNs = network.copyArrivalNs(leaveNs, from, target);
      if (copyNs != Network.LOST) {
        queue.addMessage(copyNs, seat(target), event);
      }
    }

    @Override
    public void wake(long atNs, Timer timer) {
      later(Math.max(nowNs, atNs - self().skewNs), new Wake(timer));
    }

    @Override
    public void append(EntryId id, LogEntry entry) {
      if (log != null) {
        log.append(self().index, leaveNs, id, entry);
        return;
      }
      observer.appended(entry);
      safeNs = Math.max(safeNs, leaveNs + network.commitNs(nowNs));
      later(safeNs, new EntryCommitted(id, entry));
    }

    @Override
    public void launch(Launch launch) {
      int node = self().index;
      observer.launched(node, launch);
      long endNs = leaveNs + machines.durationNs(node, launch.work());
      later(endNs, new RunExited(launch.run(), machines.result(node, launch.work())));
      if (launch.demand().watched()) {
        var progress = machines.progress(node, launch);
        self().watchedRuns().put(launch.run(), new WatchedRun(leaveNs, endNs, progress));
      }
    }

    @Override
    public void kill(long run, boolean force) {
      observer.killed(self().index, run, force);
      if (force || !machines.stubborn(run)) {
        later(leaveNs + machines.killNs(run), new RunExited(run, KILLED));
        self().watchedRuns().remove(run);
      }
    }

    /** Modelled machines have no pace but their own. */
    @Override
    public void pace(long run, Pace pace) {
      observer.paced(self().index, run, pace);
    }

    /** A modelled machine forgets by itself: what crashes is gone with all that it ran. */
    @Override
    public void forget(long run) {}

    @Override
    public void fetch(Work work, Tier tier) {}

    /** What has ended is measured no more; of adopted runs nothing is known. */
    @Override
    public void measure() {
      var runs = self().watchedRuns();
      List<Measured> measured = new ArrayList<>(runs.size());
      for (var left = runs.entrySet().iterator(); left.hasNext(); ) {
        var each = left.next();
        var run = each.getValue();
        if (run.endNs() <= nowNs) {
          left.remove();
        } else {
          var usage = run.progress().apply(nowNs - run.startedNs());
          measured.add(new Measured(each.getKey(), usage));
        }
      }
      later(leaveNs, new RunsMeasured(measured));
    }

    @Override
    public void publish(Event event) {
      outside.accept(event);
    }

    @Override
    public void busy(long ns) {
      leaveNs += ns;
      self().busyUntilNs = leaveNs;
    }

    private void later(long atNs, Event event) {
      queue.add(atNs, self(), self().epoch, event);
    }
  }
}
