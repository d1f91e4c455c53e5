package dev.muster.host;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.event.NodeEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The actors of one process, where each is reached, and their life together: all are added, then
 * started, then run until {@link #close} or until one of them breaks.
 */
public final class Host implements AutoCloseable {

  private final SteadyClock clock = new SteadyClock();
  private final Log log;
  private final List<Loop> loops = new ArrayList<>();
  private final List<Machine> machines = new ArrayList<>();
  private final Map<Address<?>, Seat<?>> seats = new LinkedHashMap<>();
  private final LongAdder undeliverable = new LongAdder();
  private final ReentrantLock closing = new ReentrantLock();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private Remote remote = Remote.NONE;
  private Consumer<Throwable> onFailure = failure -> {};
  private boolean started;

  public Host(Log log) {
    this.log = log;
  }

  public Loop loop(String name) {
    return loop(name, Loop.INBOX_CAPACITY);
  }

  Loop loop(String name, int capacity) {
    var loop = new Loop(name, capacity, clock, this::fail);
    loops.add(loop);
    return loop;
  }

  public <E extends Event> void add(Address<E> address, Actor<E> actor, Loop loop) {
    seat(address, actor, loop, new NoMachine());
  }

  /** A node comes with the machine that it runs tasks on; the host closes it at the end. */
  public void add(Address<NodeEvent> address, Actor<NodeEvent> node, Loop loop, Machine machine) {
    machines.add(machine);
    seat(address, node, loop, machine);
  }

  private <E extends Event> void seat(
      Address<E> address, Actor<E> actor, Loop loop, Machine machine) {
    checkNotStarted();
    var seat = new Seat<>(address, actor, loop, this, machine);
    if (seats.putIfAbsent(address, seat) != null) {
      throw new IllegalArgumentException(address + " is there already");
    }
    loop.seat(seat);
  }

  /** Receives, on the loop of this actor, what the actor publishes. */
  public void listen(Address<?> address, Consumer<Event> listener) {
    seatOf(address).listen(listener);
  }

  /** Writes down all that this actor hears and does, for {@code Replay}. */
  public void record(Address<?> address, Path file) {
    seatOf(address).record(file);
  }

  /** Where an actor sits, as long as nothing has happened yet. */
  private Seat<?> seatOf(Address<?> address) {
    checkNotStarted();
    var seat = seats.get(address);
    if (seat == null) {
      throw new IllegalArgumentException(address + " is not here");
    }
    return seat;
  }

  public void start() {
    start(failure -> {});
  }

  /**
   * @param broken hears, on the loop that broke, why the host stops before it is closed
   */
  public void start(Consumer<Throwable> broken) {
    checkNotStarted();
    started = true;
    onFailure = broken;
    loops.forEach(Loop::start);
  }

  /** Where messages go whose address is not here; to nobody unless this is said. */
  public void reach(Remote others) {
    checkNotStarted();
    remote = others;
  }

  /** Sends a message as the network would: it may be lost, and this says whether it already is. */
  public <E extends Event> boolean tell(Address<E> to, E event) {
    var seat = seats.get(to);
    return seat != null ? seat.offer(event) : counted(remote.send(to, event));
  }

  /**
   * Takes in a message from elsewhere, whose sender saw to it that this address can hear it.
   *
   * @param few whether little else comes with it: then the calling thread may see to it itself,
   *     which is sooner done than waking another; never from within a step
   */
  public boolean deliver(Address<?> to, Event event, boolean few) {
    var seat = seats.get(to);
    if (seat == null) {
      return counted(false);
    }
    return few ? seat.bring(event) : seat.offer(event);
  }

  private boolean counted(boolean delivered) {
    if (!delivered) {
      undeliverable.increment();
    }
    return delivered;
  }

  /** How many messages were lost so far: to inboxes or links that were full, or to nobody. */
  public long lost() {
    return undeliverable.sum() + loops.stream().mapToLong(Loop::lost).sum();
  }

  /** Done when all has stopped; exceptionally, with the cause, as soon as an actor broke. */
  public CompletableFuture<Void> ended() {
    return ended.copy();
  }

  /** Stops the loops, then the machines; bounded in time. Whoever comes second waits as well. */
  @Override
  public void close() {
    closing.lock();
    try {
      loops.forEach(Loop::stop);
      loops.forEach(Loop::join);
      machines.forEach(Machine::close);
      ended.complete(null);
    } finally {
      closing.unlock();
    }
  }

  Log log() {
    return log;
  }

  /** Called by the loop that broke; the others and the machines are stopped from another thread. */
  private void fail(Throwable failure) {
    loops.forEach(Loop::stop);
    ended.completeExceptionally(failure);
    onFailure.accept(failure);
    Thread.ofVirtual().name("stop-after-failure").start(this::close);
  }

  private void checkNotStarted() {
    if (started) {
      throw new IllegalStateException("the host has started");
    }
  }
}
