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
 * The actors of one process, where each is reached, and their lifecycle: all are added, then
 * started, then run until {@link #close} or until one of them breaks.
 */
public final class Host implements AutoCloseable {
  /** Actors are added while BUILDING; then RUNNING until CLOSED. */
  private enum HostState {
    BUILDING,
    RUNNING,
    CLOSED
  }

  private final Loop.SteadyClock clock = new Loop.SteadyClock();
  private final Log log;
  private final List<Loop> loops = new ArrayList<>();
  private final List<TaskRuntime> runtimes = new ArrayList<>();
  private final HealthWatch health = new HealthWatch(this);
  private final Map<Address<?>, HostedActor<?>> actors = new LinkedHashMap<>();
  private final LongAdder undeliverable = new LongAdder();
  private final ReentrantLock closing = new ReentrantLock();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private Remote remote = Remote.NONE;
  private Consumer<Throwable> onFailure = failure -> {};
  private volatile HostState state = HostState.BUILDING;

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
    host(address, actor, loop, new TaskRuntime.NoTasks());
  }

  /** A node comes with the runtime of its tasks; the host closes it at the end. */
  public void add(
      Address<NodeEvent> address, Actor<NodeEvent> node, Loop loop, TaskRuntime runtime) {
    runtimes.add(runtime);
    health.add(address, runtime);
    host(address, node, loop, runtime);
  }

  private <E extends Event> void host(
      Address<E> address, Actor<E> actor, Loop loop, TaskRuntime runtime) {
    checkNotStarted();
    var hosted = new HostedActor<>(address, actor, loop, this, runtime);
    if (actors.putIfAbsent(address, hosted) != null) {
      throw new IllegalArgumentException(address + " is there already");
    }
    loop.add(hosted);
  }

  public void listen(Address<?> address, Consumer<Event> listener) {
    hostedAt(address).listen(listener);
  }

  public void record(Address<?> address, Path file) {
    hostedAt(address).record(file);
  }

  private HostedActor<?> hostedAt(Address<?> address) {
    checkNotStarted();
    var hosted = actors.get(address);
    if (hosted == null) {
      throw new IllegalArgumentException(address + " is not here");
    }
    return hosted;
  }

  public void start() {
    start(failure -> {});
  }

  /** Starts all loops; the consumer receives, on the loop that broke, why the host stops. */
  public void start(Consumer<Throwable> broken) {
    checkNotStarted();
    become(HostState.RUNNING);
    onFailure = broken;
    loops.forEach(Loop::start);
    health.start();
  }

  /** Where messages go whose address is not here; to nobody unless this is said. */
  public void reach(Remote others) {
    checkNotStarted();
    remote = others;
  }

  /** Sends a message as the network would: it may be lost, and this says whether it already is. */
  public <E extends Event> boolean send(Address<E> to, E event) {
    var hosted = actors.get(to);
    return hosted != null ? hosted.offer(event) : counted(remote.send(to, event));
  }

  /**
   * Takes in a message from elsewhere, whose sender checked that this address can receive it.
   *
   * @param few whether little else comes with it: then the calling thread may see to it itself,
   *     which is sooner done than waking another; never from within a step
   */
  public boolean deliver(Address<?> to, Event event, boolean few) {
    var hosted = actors.get(to);
    if (hosted == null) {
      return counted(false);
    }
    return few ? hosted.bring(event) : hosted.offer(event);
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
      health.stop();
      loops.forEach(Loop::stop);
      loops.forEach(Loop::join);
      runtimes.forEach(TaskRuntime::close);
      if (state != HostState.CLOSED) {
        become(HostState.CLOSED);
      }
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
    if (state != HostState.BUILDING) {
      throw new IllegalStateException("the host has started");
    }
  }

  private void become(HostState next) {
    assert next.compareTo(state) > 0 : state + " cannot become " + next;
    state = next;
  }

  /** A state machine broke; its effects after that cannot be trusted, so its host stops. */
  public static final class ActorFailure extends RuntimeException {
    ActorFailure(String message, Throwable cause) {
      super(message, cause);
    }
  }

  @FunctionalInterface
  public interface Remote {
    Remote NONE = (to, event) -> false;

    /** Never blocks; false if the message is lost already. */
    boolean send(Address<?> to, Event event);
  }
}
