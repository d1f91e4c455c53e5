package dev.muster.sim.compare;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.scheduler.place.commit.RandomFit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The only scheduler of its machines: thinks about one job after the other, and places it on what
 * is free when it has thought. Nobody else takes anything meanwhile, so that it never conflicts.
 *
 * <p>With all machines it is the monolithic scheduler of the Omega paper; several, each with
 * machines of its own, are static partitions.
 */
public final class Monolithic extends CalmScheduler {

  private final Manner manner;
  private final IntPredicate mine;
  private final FreeMachines free;
  private final Deque<Pending> line = new ArrayDeque<>();
  private boolean thinking;

  /**
   * @param mine which machines it has
   */
  public Monolithic(
      int index, Address<MasterEvent> master, Manner manner, IntPredicate mine, Chance chance) {
    super(index, master);
    this.manner = manner;
    this.mine = mine;
    this.free = new FreeMachines(RandomFit.even(chance));
  }

  @Override
  void see(long nowNs, List<Machine> machines, Effects out) {
    machines.stream()
        .filter(machine -> mine.test(machine.node()))
        .forEach(machine -> free.add(machine.node(), machine.capacity()));
  }

  @Override
  void ready(long nowNs, List<KnownStage> stages, Effects out) {
    stages.forEach(stage -> line.add(new Pending(stage)));
    proceed(nowNs, out);
  }

  @Override
  void freed(long nowNs, int node, KnownStage stage, Effects out) {
    free.release(node, stage.need());
  }

  private void proceed(long nowNs, Effects out) {
    if (!thinking && !line.isEmpty()) {
      thinking = true;
      var next = line.remove();
      long thoughtNs = next.thinkNs(manner);
      later(nowNs + thoughtNs, (then, door) -> decide(then, next, thoughtNs, door), out);
    }
  }

  private void decide(long nowNs, Pending pending, long thoughtNs, Effects out) {
    thinking = false;
    place(pending.stage(), pending.attempt(free, manner, thoughtNs), out);
    if (pending.isWanted()) {
      later(nowNs + manner.retryNs(), (then, door) -> again(then, pending, door), out);
    }
    proceed(nowNs, out);
  }

  private void again(long nowNs, Pending pending, Effects out) {
    line.add(pending);
    proceed(nowNs, out);
  }
}
