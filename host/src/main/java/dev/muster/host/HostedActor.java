package dev.muster.host;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Work;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.host.replay.Recorder;
import dev.muster.model.RunResult;
import dev.muster.model.Tier;
import java.nio.file.Path;
import java.util.function.Consumer;

/** An actor's place at its loop, and its door to the world. */
final class HostedActor<E extends Event> implements Effects {
  /** How much of an event is shown when it breaks an actor: some hold jobs of a million items. */
  private static final int SHOWN_CHARS = 500;

  private final Address<E> address;
  private final Loop loop;
  private final Host host;
  private final TaskRuntime runtime;
  private Actor<E> actor;
  private Consumer<Event> subscriber = _ -> {};

  HostedActor(Address<E> address, Actor<E> actor, Loop loop, Host host, TaskRuntime runtime) {
    this.address = address;
    this.actor = actor;
    this.loop = loop;
    this.host = host;
    this.runtime = runtime;
  }

  void listen(Consumer<Event> listener) {
    subscriber = listener;
  }

  void record(Path file) {
    actor = Recorder.of(address, actor, file);
  }

  void start(long nowNs) {
    try {
      actor.start(nowNs, this);
    } catch (RuntimeException | Error failure) {
      throw new Host.ActorFailure(address + " broke at its start", failure);
    }
    for (var recovered : runtime.recovered()) {
      adopt(nowNs, recovered);
    }
  }

  private void adopt(long nowNs, TaskRuntime.RecoveredRun recovered) {
    long run = recovered.launch().run();
    step(nowNs, new NodeEvent.AdoptRun(recovered.launch(), recovered.ageNs()));
    runtime.adopt(run, result -> exited(run, result));
  }

  /** Only what may be sent to this address gets here: the compiler saw to it where it was sent. */
  @SuppressWarnings("unchecked")
  void step(long nowNs, Event event) {
    try {
      actor.on(nowNs, (E) event, this);
    } catch (RuntimeException | Error failure) {
      throw new Host.ActorFailure(address + " broke on " + excerpt(event), failure);
    }
  }

  private static String excerpt(Event event) {
    var text = event.toString();
    return text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "…";
  }

  boolean offer(Event event) {
    return loop.offer(this, event);
  }

  boolean bring(Event event) {
    return loop.bring(this, event);
  }

  void close() {
    if (actor instanceof Recorder<E> recorder) {
      recorder.close();
    }
  }

  @Override
  public <T extends Event> void send(Address<T> to, T event) {
    host.send(to, event);
  }

  @Override
  public void wake(long atNs, Timer timer) {
    loop.wake(atNs, this, timer);
  }

  @Override
  public void append(EntryId id, LogEntry entry) {
    host.log().append(entry, safe -> loop.answer(this, new MasterEvent.EntryCommitted(id, safe)));
  }

  @Override
  public void launch(Launch launch) {
    runtime.launch(launch, result -> exited(launch.run(), result));
  }

  private void exited(long run, RunResult result) {
    loop.answer(this, new NodeEvent.RunExited(run, result));
  }

  @Override
  public void kill(long run, boolean force) {
    runtime.kill(run, force);
  }

  @Override
  public void pace(long run, Pace pace) {
    runtime.pace(run, pace);
  }

  @Override
  public void forget(long run) {
    runtime.forget(run);
  }

  @Override
  public void fetch(Work work, Tier tier) {
    runtime.fetch(work, tier);
  }

  @Override
  public void measure() {
    runtime.measure(runs -> loop.answer(this, new NodeEvent.RunsMeasured(runs)));
  }

  @Override
  public void publish(Event event) {
    subscriber.accept(event);
  }

  /** Real deciding takes the time that it takes. */
  @Override
  public void busy(long ns) {}
}
