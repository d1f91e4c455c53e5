package dev.muster.sim.drive;

import dev.muster.check.Observer;
import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.master.Master;
import dev.muster.core.master.MasterConfig;
import dev.muster.core.master.state.MasterSnapshot;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The masters of a simulated cell: one that leads from the start, or some that share a log. */
public final class Masters {

  /**
   * @param count 0 for one master that has its log to itself and never dies
   * @param faults of the log that they share
   * @param planted tests plant bugs here
   */
  public record Group(int count, LogFaults faults, UnaryOperator<Actor<MasterEvent>> planted) {

    public static final Group ALONE = new Group(0, LogFaults.NONE, UnaryOperator.identity());
  }

  private final MasterConfig config;
  private final Timing timing;
  private final Group group;
  private final Simulation simulation;
  private final Master[] masters;
  private final @Nullable MasterSnapshot[] snapshots;
  private final @Nullable ReplicatedLog log;

  Masters(
      MasterConfig config,
      Timing timing,
      Group group,
      Simulation simulation,
      Network network,
      Observer observer) {
    this.config = config;
    this.timing = timing;
    this.group = group;
    this.simulation = simulation;
    int count = Math.max(1, group.count);
    this.masters = new Master[count];
    this.snapshots = new MasterSnapshot[count];
    this.log =
        group.count == 0
            ? null
            : new ReplicatedLog(count, simulation, network, observer, group.faults);
  }

  void start(ToLongFunction<Address<?>> skewNs) {
    if (log != null) {
      simulation.share(log);
    }
    for (int index = 0; index < masters.length; index++) {
      masters[index] =
          log == null ? Master.alone(config, timing) : new Master(index, config, timing);
      var at = MasterEvent.at(index);
      simulation.add(at, group.planted.apply(masters[index]), skewNs.applyAsLong(at));
    }
    if (log != null) {
      log.start();
    }
  }

  private ReplicatedLog log() {
    return Objects.requireNonNull(log, "a master that is alone never dies");
  }

  /** Another master may lead from now on. */
  void changeLeader() {
    log().changeLeader();
  }

  /** The master keeps what it has applied, for its next start. */
  public void save(int index) {
    snapshots[index] = masters[index].snapshot();
  }

  void crash(int index) {
    simulation.crash(MasterEvent.at(index));
    log().crashed(index);
  }

  /** The master starts from its latest snapshot and the log. */
  void restart(int index) {
    var snapshot = snapshots[index];
    masters[index] =
        snapshot == null
            ? new Master(index, config, timing)
            : new Master(index, config, timing, snapshot);
    simulation.restart(MasterEvent.at(index), group.planted.apply(masters[index]));
    log().restarted(index, snapshot == null ? EntryId.NONE : snapshot.last());
  }

  public int count() {
    return masters.length;
  }

  boolean isLeader(int index) {
    return log().leader() == index;
  }

  /** The one that leads, or led last. */
  public Master leader() {
    return masters[log == null ? 0 : log.leader()];
  }

  /** Of what each master has applied. */
  public long[] digests() {
    return Arrays.stream(masters).mapToLong(master -> master.snapshot().digest()).toArray();
  }
}
