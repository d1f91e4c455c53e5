package dev.muster.sim.fault;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MonitorEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * All that goes wrong in one run, until it heals.
 *
 * @param loss share of messages that are lost
 * @param copies share of messages that arrive twice
 * @param delays share of messages that are late, and so overtaken by others
 * @param maxDelayNs how late at the most
 * @param slow share of nodes that are slow
 * @param slowness how many times slower these run and answer
 * @param maxSkewNs how wrong a clock may be, either way
 * @param healNs when all this ends
 */
public record FaultPlan(
    long seed,
    double loss,
    double copies,
    double delays,
    long maxDelayNs,
    double slow,
    double slowness,
    long maxSkewNs,
    List<Crash> crashes,
    List<Cut> cuts,
    List<Pause> pauses,
    long healNs) {

  /** An actor stands still for a while, as a stopped process does, and then goes on. */
  public record Pause(Address<?> actor, long atNs, long forNs) {}

  /**
   * A node, a scheduler or the monitor is gone for a while and comes back with no memory.
   *
   * @param fault how it goes: with its machine, alone, or not at once
   */
  public record Crash(Address<?> actor, long atNs, long forNs, Fault fault) {}

  /** The cell falls in two for a while; the side of each actor follows from the salt. */
  public record Cut(long fromNs, long toNs, long salt) {

    boolean parts(long nowNs, Address<?> one, Address<?> other) {
      return fromNs <= nowNs && nowNs < toNs && side(one) != side(other);
    }

    private boolean side(Address<?> address) {
      return Chance.of(salt, address).nextBoolean();
    }
  }

  private static final int MAX_CRASHES = 6;
  private static final int MAX_CUTS = 3;
  private static final int MAX_PAUSES = 3;
  private static final int MAX_EMPTIED = 8;
  private static final long MS = 1_000_000;

  private static final long MAX_SLOW_LOG_NS = 2_000 * MS;

  /** No message is under way for so long. */
  private static final long MAX_DELAY_NS = 4_000 * MS;

  /**
   * Each kind of fault is in a plan or not, by the toss of a coin, so that they meet in all ways.
   */
  public static FaultPlan draw(long seed, int nodes, int schedulers, long healNs) {
    var chance = Chance.of(seed, "faults");
    return new FaultPlan(
        seed,
        sometimes(chance) * 0.2,
        sometimes(chance) * 0.2,
        sometimes(chance) * 0.3,
        chance.nextLong(1, MAX_DELAY_NS / MS - 1_000) * MS,
        sometimes(chance) * 0.3,
        1 + 9 * chance.nextDouble(),
        chance.nextBoolean() ? chance.nextLong(1, 2_000) * MS : 0,
        crashes(chance, nodes, schedulers, healNs),
        cuts(chance, healNs),
        pauses(chance, nodes, schedulers, healNs),
        healNs);
  }

  private static double sometimes(Chance chance) {
    return chance.nextBoolean() ? chance.nextDouble() : 0;
  }

  private static List<Crash> crashes(Chance chance, int nodes, int schedulers, long healNs) {
    List<Crash> drawn = new ArrayList<>();
    drawn.addAll(crashes(chance, healNs, () -> NodeEvent.at(chance.nextInt(nodes))));
    drawn.addAll(crashes(chance, healNs, () -> SchedulerEvent.at(chance.nextInt(schedulers))));
    return drawn;
  }

  /** A process that comes back has nothing on its way to it that was sent to the one before. */
  private static Crash crash(Address<?> actor, long atNs, long forNs, int draw) {
    return switch (actor.role()) {
      case NODE ->
          draw == 0
              ? new Crash(actor, atNs, Math.max(forNs, MAX_DELAY_NS), Fault.NODE_PROCESS_DIED)
              : new Crash(actor, atNs, forNs, Fault.NODE_CRASHED);
      case SCHEDULER ->
          new Crash(
              actor, atNs, forNs, draw == 0 ? Fault.SCHEDULER_LINGERED : Fault.SCHEDULER_CRASHED);
      case MONITOR -> new Crash(actor, atNs, forNs, Fault.MONITOR_GONE);
      case CLIENT, MASTER -> throw new IllegalArgumentException(actor + " is not for this plan");
    };
  }

  /** One after the other, so that none dies that is dead. */
  private static List<Crash> crashes(Chance chance, long healNs, Supplier<Address<?>> actor) {
    List<Crash> drawn = new ArrayList<>();
    long freeFromNs = 0;
    int count = chance.nextBoolean() ? chance.nextInt(MAX_CRASHES) + 1 : 0;
    for (int i = 0; i < count && freeFromNs < healNs / 2; i++) {
      long atNs = freeFromNs + chance.nextLong(healNs / 4) + 1;
      long forNs = Math.min(chance.nextLong(30_000 * MS) + 1, healNs - atNs);
      var crash = crash(actor.get(), atNs, forNs, chance.nextInt(2));
      drawn.add(crash);
      freeFromNs = atNs + crash.forNs();
    }
    return drawn;
  }

  private static List<Cut> cuts(Chance chance, long healNs) {
    List<Cut> drawn = new ArrayList<>();
    int count = chance.nextBoolean() ? chance.nextInt(MAX_CUTS) + 1 : 0;
    for (int i = 0; i < count; i++) {
      long fromNs = chance.nextLong(healNs);
      long toNs = Math.min(healNs, fromNs + chance.nextLong(25_000 * MS));
      drawn.add(new Cut(fromNs, toNs, chance.nextLong()));
    }
    return drawn;
  }

  private static List<Pause> pauses(Chance chance, int nodes, int schedulers, long healNs) {
    List<Pause> drawn = new ArrayList<>();
    int count = chance.nextBoolean() ? chance.nextInt(MAX_PAUSES) + 1 : 0;
    for (int i = 0; i < count; i++) {
      Address<?> actor =
          switch (chance.nextInt(3)) {
            case 0 -> MasterEvent.at(0);
            case 1 -> SchedulerEvent.at(chance.nextInt(schedulers));
            default -> NodeEvent.at(chance.nextInt(nodes));
          };
      long atNs = chance.nextLong(healNs);
      drawn.add(new Pause(actor, atNs, Math.min(chance.nextLong(40_000 * MS), healNs - atNs)));
    }
    return drawn;
  }

  /** Drawn by themselves, in half of all plans. */
  public List<Crash> monitorCrashes() {
    var chance = Chance.of(seed, "monitor");
    return crashes(chance, healNs, () -> MonitorEvent.AT);
  }

  /** The disk of a node loses all outputs of tasks. */
  public record EmptiedDisk(int node, long atNs) {}

  /** Drawn by themselves, in half of all plans. */
  public List<EmptiedDisk> emptiedDisks(int nodes) {
    var chance = Chance.of(seed, "emptied disks");
    List<EmptiedDisk> drawn = new ArrayList<>();
    int count = chance.nextBoolean() ? chance.nextInt(MAX_EMPTIED) + 1 : 0;
    for (int i = 0; i < count; i++) {
      drawn.add(new EmptiedDisk(chance.nextInt(nodes), chance.nextLong(healNs)));
    }
    return drawn;
  }

  public double slownessOf(int node, long nowNs) {
    boolean isSlow = Chance.of(seed, "slow-" + node).nextDouble() < slow;
    return isSlow && nowNs < healNs ? slowness : 1;
  }

  /** How much longer than usual the log takes to make an entry safe, until it heals. */
  public long slowLogNs() {
    var chance = Chance.of(seed, "log");
    return chance.nextBoolean() ? chance.nextLong(1, MAX_SLOW_LOG_NS) : 0;
  }

  public long skewNs(Address<?> actor) {
    return maxSkewNs == 0
        ? 0
        : Chance.of(seed, "skew-" + actor).nextLong(-maxSkewNs, maxSkewNs + 1);
  }
}
