package dev.muster.sim.compare;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.scheduler.place.commit.RandomFit;
import dev.muster.model.JobSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Two-level scheduling as the Omega paper models Mesos: an allocator offers all that is free to one
 * framework at a time, by dominant resource fairness, and what is offered is locked until the
 * framework has answered.
 *
 * <pre>
 *   job ──► line of its framework ──► request ─┐
 *   task ends, offer answered ─────────────────┴─► timer ──► offer ──► answer: tasks start,
 *     ▲                                                                the rest is free again
 *     └─────────────────────────────────────────────────────────────────┘
 * </pre>
 *
 * <p>Allocator and frameworks are one actor: what passes between them takes no time but the times
 * named here.
 */
public final class Offers extends CalmScheduler {

  /** For jobs that are of no framework and start at once, before there are others. */
  public static final int NO_FRAMEWORK = -1;

  /** How long requests and freed room are gathered before an offer is made. */
  static final long GATHER_NS = 1_000_000_000L;

  /** How long the allocator takes to make an offer. */
  static final long OFFER_NS = 1_000_000L;

  private final Manner manner;
  private final long minOfferMillis;
  private final ToIntFunction<JobSpec> frameworkOf;
  private final List<Framework> frameworks;
  private final DominantShares shares;
  private final FreeMachines free;

  /** Frameworks that want an offer. */
  private final BitSet requesting = new BitSet();

  private boolean timerIsSet;

  /**
   * @param minOfferMillis with less cpu free than this nothing is offered
   */
  public Offers(
      Address<MasterEvent> master,
      Manner manner,
      long minOfferMillis,
      int frameworks,
      ToIntFunction<JobSpec> frameworkOf,
      long seed) {
    super(0, master);
    this.manner = manner;
    this.minOfferMillis = minOfferMillis;
    this.frameworkOf = frameworkOf;
    this.shares = new DominantShares(frameworks);
    this.free = new FreeMachines(RandomFit.even(Chance.of(seed, "fit of no framework")));
    this.frameworks =
        IntStream.range(0, frameworks)
            .mapToObj(index -> new Framework(manner, fit(seed, index)))
            .toList();
  }

  private static RandomFit fit(long seed, int framework) {
    return RandomFit.even(Chance.of(seed, "fit of framework " + framework));
  }

  @Override
  void see(long nowNs, List<Machine> machines, Effects out) {
    for (var machine : machines) {
      free.add(machine.node(), machine.capacity());
      shares.add(machine.capacity());
    }
  }

  @Override
  void ready(long nowNs, List<KnownStage> stages, Effects out) {
    for (var stage : stages) {
      int framework = frameworkOf.applyAsInt(stage.job());
      if (framework == NO_FRAMEWORK) {
        place(stage, free.fill(stage.need(), stage.tasks()), out);
      } else {
        request(nowNs, framework, new Pending(stage), out);
      }
    }
  }

  private void request(long nowNs, int framework, Pending pending, Effects out) {
    frameworks.get(framework).add(pending);
    requesting.set(framework);
    setTimer(nowNs, out);
  }

  @Override
  void freed(long nowNs, int node, KnownStage stage, Effects out) {
    free.release(node, stage.need());
    int framework = frameworkOf.applyAsInt(stage.job());
    if (framework != NO_FRAMEWORK) {
      shares.occupy(framework, stage.need(), -1);
      setTimer(nowNs, out);
    }
  }

  private void setTimer(long nowNs, Effects out) {
    if (!timerIsSet) {
      timerIsSet = true;
      later(nowNs + GATHER_NS, this::offer, out);
    }
  }

  /** Locks all that is free for whoever is next; the others get something when it is back. */
  private void offer(long nowNs, Effects out) {
    timerIsSet = false;
    int next = shares.least(requesting);
    if (next != DominantShares.NOBODY && free.freeCpuMillis() >= minOfferMillis) {
      var offer = free.takeAll(frameworks.get(next).fit());
      later(nowNs + OFFER_NS, (then, door) -> take(then, next, offer, door), out);
    }
  }

  /** The framework decides at once, and says so when it has thought about all it looked at. */
  private void take(long nowNs, int framework, FreeMachines offer, Effects out) {
    var answer = frameworks.get(framework).use(offer);
    for (var pending : answer.again()) {
      later(nowNs + manner.retryNs(), (then, door) -> request(then, framework, pending, door), out);
    }
    if (frameworks.get(framework).isIdle()) {
      requesting.clear(framework);
    }
    later(
        nowNs + answer.thoughtNs(),
        (then, door) -> answered(then, framework, offer, answer.placed(), door),
        out);
  }

  private void answered(
      long nowNs,
      int framework,
      FreeMachines offer,
      List<Framework.PlacedTask> placed,
      Effects out) {
    free.giveBack(offer);
    for (var each : placed) {
      shares.occupy(framework, each.stage().need(), each.machines().size());
      place(each.stage(), each.machines(), out);
    }
    setTimer(nowNs, out);
  }

  /** A scheduler that places its jobs on what it is offered, and on nothing else. */
  private static final class Framework {

    /**
     * What came of an offer.
     *
     * @param placed the stages that found room in it, and where
     * @param again those that want more room than there was
     * @param thoughtNs how long it takes to say so
     */
    record Answer(List<PlacedTask> placed, List<Pending> again, long thoughtNs) {}

    /** A task for each machine. */
    record PlacedTask(KnownStage stage, IntList machines) {}

    private final Manner manner;
    private final RandomFit fit;
    private final Deque<Pending> line = new ArrayDeque<>();

    Framework(Manner manner, RandomFit fit) {
      this.manner = manner;
      this.fit = fit;
    }

    void add(Pending pending) {
      line.add(pending);
    }

    boolean isIdle() {
      return line.isEmpty();
    }

    RandomFit fit() {
      return fit;
    }

    /** Walks its whole line, as long as something of the offer is left. */
    Answer use(FreeMachines offer) {
      List<PlacedTask> placed = new ArrayList<>();
      List<Pending> again = new ArrayList<>();
      long sumNs = 0;
      while (!line.isEmpty() && !offer.isUsedUp()) {
        var next = line.remove();
        long thoughtNs = next.thinkNs(manner);
        sumNs += thoughtNs;
        var machines =
            isWorthATry(offer, next.stage())
                ? next.attempt(offer, manner, thoughtNs)
                : next.pass(manner, thoughtNs);
        placed.add(new PlacedTask(next.stage(), machines));
        if (next.isWanted()) {
          again.add(next);
        }
      }
      return new Answer(placed, again, sumNs);
    }

    /** The paper's simulator wants more cpu than one task needs in the whole of the offer. */
    private static boolean isWorthATry(FreeMachines offer, KnownStage stage) {
      return offer.freeCpuMillis() > stage.need().cpuMillis();
    }
  }
}
