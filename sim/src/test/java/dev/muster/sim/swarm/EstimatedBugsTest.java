package dev.muster.sim.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Event;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AttemptStatus;
import dev.muster.core.event.SchedulerEvent.AttemptsReported;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.model.AttemptPhase;
import dev.muster.model.Demand;
import dev.muster.model.Outcome;
import dev.muster.model.Tier;
import dev.muster.sim.drive.NodeMaker;
import dev.muster.sim.swarm.Planted.Bug;
import dev.muster.sim.swarm.SwarmOutcome.SeedBroken;
import dev.muster.sim.swarm.SwarmOutcome.SeedKept;
import dev.muster.sim.swarm.TappedEffects.Saying;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bugs in tiers, twins and reports, which the swarm finds by the jobs that are placed by estimates:
 * a seed breaks with the bug, and is kept without.
 */
class EstimatedBugsTest {

  private static final int SEEDS = 100;

  record TierBug(String bug, Swarm planted) {

    @Override
    public String toString() {
      return bug;
    }
  }

  private static List<TierBug> bugs() {
    return List.of(
        schedulers(
            "drops no twin when the other starts", () -> Bug.hearing(EstimatedBugsTest::waiting)),
        schedulers("ends no twin", () -> saying(new WithoutKills())),
        schedulers("weighs tasks too heavily", () -> placing(EstimatedBugsTest::heavier)),
        schedulers("takes no tokens", () -> placing(demand -> demand.with(Tier.GUARANTEED))),
        schedulers("promotes without tokens", () -> saying(new Promoting())),
        schedulers("records both twins", () -> saying(new Recording())),
        schedulers("takes what no report names for lost", EstimatedBugsTest::rash),
        schedulers(
            "gives no weight back", () -> Bug.hearing(event -> isEviction(event) ? null : event)),
        nodes("grants promotions without doing so", EstimatedBugsTest::generous),
        nodes("takes all tasks for opportunistic", EstimatedBugsTest::careless));
  }

  private static TierBug schedulers(String bug, Supplier<Bug<SchedulerEvent>> planted) {
    return new TierBug("a scheduler " + bug, Planted.schedulers(planted));
  }

  private static TierBug nodes(String bug, Supplier<Bug<NodeEvent>> planted) {
    return new TierBug("a node " + bug, Planted.nodes(planted));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void theBugIsFound(TierBug bug) {
    var found =
        LongStream.rangeClosed(1, SEEDS)
            .parallel()
            .filter(
                seed ->
                    bug.planted.run(seed) instanceof SeedBroken
                        && new Swarm(NodeMaker.PRODUCTION).run(seed) instanceof SeedKept)
            .findFirst();

    assertThat(found).as("a seed that breaks by the bug").isPresent();
  }

  // Schedulers that hear something else.

  private static SchedulerEvent waiting(SchedulerEvent event) {
    return event instanceof AttemptsReported(int node, long sentNs, var load, var attempts)
        ? new AttemptsReported(
            node,
            sentNs,
            load,
            attempts.stream()
                .map(
                    one ->
                        new AttemptStatus(
                            one.reservation(), AttemptPhase.QUEUED, one.ns(), one.usage()))
                .toList())
        : event;
  }

  private static boolean isEviction(SchedulerEvent event) {
    return event instanceof TaskFinished end && end.result().outcome() == Outcome.EVICTED;
  }

  /** A report on arrival names one attempt alone. */
  private static Bug<SchedulerEvent> rash() {
    var seen = new TreeMap<Integer, TreeSet<Long>>();
    return (nowNs, event, actor, out) -> {
      actor.on(nowNs, event, out);
      if (event instanceof AttemptsReported reported) {
        var named = new TreeSet<Long>();
        reported.attempts().forEach(each -> named.add(each.reservation()));
        var known = seen.computeIfAbsent(reported.node(), _ -> new TreeSet<>());
        var unnamed = new TreeSet<>(known);
        unnamed.removeAll(named);
        known.addAll(named);
        actor.on(
            nowNs,
            new ReservationsConfirmed(
                reported.node(), Long.MAX_VALUE, List.of(), List.copyOf(unnamed)),
            out);
      }
    };
  }

  // Schedulers that say something else.

  private static Bug<SchedulerEvent> saying(Saying saying) {
    return (nowNs, event, actor, out) -> actor.on(nowNs, event, TappedEffects.saying(out, saying));
  }

  private static Bug<SchedulerEvent> placing(UnaryOperator<Demand> changed) {
    return saying(new Placing(changed));
  }

  private static Demand heavier(Demand demand) {
    return demand.withDrawWeight(10 * demand.drawWeight());
  }

  /** Sends no watched task. */
  static Effects mute(Effects out) {
    return TappedEffects.saying(out, new Mute());
  }

  private static boolean isWatched(Event event) {
    return event instanceof PlaceTask place && place.demand().watched();
  }

  private record Mute() implements Saying {
    @Override
    public <E extends Event> void say(Address<E> to, E event, Effects out) {
      if (!isWatched(event)) {
        out.send(to, event);
      }
    }
  }

  private record WithoutKills() implements Saying {
    @Override
    public <E extends Event> void say(Address<E> to, E event, Effects out) {
      if (!(event instanceof KillTask)) {
        out.send(to, event);
      }
    }
  }

  private record Placing(UnaryOperator<Demand> changed) implements Saying {
    @Override
    public <E extends Event> void say(Address<E> to, E event, Effects out) {
      if (event instanceof PlaceTask place && place.demand().isOpportunistic()) {
        var demand = changed.apply(place.demand());
        var changedPlace =
            new PlaceTask(place.scheduler(), place.reservation(), demand, place.work());
        out.send(NodeEvent.at(to.index()), changedPlace);
      } else {
        out.send(to, event);
      }
    }
  }

  private record Promoting() implements Saying {
    @Override
    public <E extends Event> void say(Address<E> to, E event, Effects out) {
      out.send(to, event);
      if (event instanceof PlaceTask place && place.demand().isOpportunistic()) {
        var promote = new PromoteTask(place.scheduler(), place.reservation(), "");
        out.send(NodeEvent.at(to.index()), promote);
      }
    }
  }

  private record Recording() implements Saying {
    @Override
    public <E extends Event> void say(Address<E> to, E event, Effects out) {
      if (event instanceof AcknowledgeResult acknowledge) {
        var recorded = new AcknowledgeResult(acknowledge.reservation(), true);
        out.send(NodeEvent.at(to.index()), recorded);
      } else {
        out.send(to, event);
      }
    }
  }

  // Nodes.

  private static Bug<NodeEvent> generous() {
    var granting = new Granting();
    return (nowNs, event, actor, out) ->
        actor.on(nowNs, event, TappedEffects.saying(out, granting));
  }

  private record Granting() implements Saying {
    @Override
    public <E extends Event> void say(Address<E> to, E event, Effects out) {
      if (event instanceof TaskPromoted(int node, long reservation, boolean _)) {
        out.send(SchedulerEvent.at(to.index()), new TaskPromoted(node, reservation, true));
      } else {
        out.send(to, event);
      }
    }
  }

  private static Bug<NodeEvent> careless() {
    return Bug.hearing(
        event ->
            event instanceof PlaceTask place && place.demand().watched()
                ? new PlaceTask(
                    place.scheduler(),
                    place.reservation(),
                    place.demand().with(Tier.OPPORTUNISTIC),
                    place.work())
                : event);
  }
}
