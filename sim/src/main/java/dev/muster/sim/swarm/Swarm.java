package dev.muster.sim.swarm;

import dev.muster.core.actor.Actor;
import dev.muster.core.event.MasterEvent;
import dev.muster.sim.drive.NodeMaker;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.fault.Fault;
import dev.muster.sim.swarm.SwarmOutcome.SeedBroken;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** Runs seeds one by one or on all cores; each seed is its own world on its own thread. */
public final class Swarm {

  /** What came of some seeds, and what they reached. */
  public record Summary(long seeds, long events, List<SeedBroken> failures, Coverage coverage) {}

  /** A failing seed says enough by itself; more than this many only repeat it. */
  public static final int MAX_FAILURES = 10;

  /**
   * The actors of the cells; tests plant bugs here.
   *
   * @param masters what takes the place of each master
   */
  public record Makers(
      UnaryOperator<Actor<MasterEvent>> masters, SchedulerMaker schedulers, NodeMaker nodes) {}

  private final Makers makers;
  private final Set<Fault> spared;

  /** With masters and schedulers as in production. */
  public Swarm(NodeMaker nodes) {
    this(SchedulerMaker.PRODUCTION, nodes);
  }

  /** With masters as in production. */
  public Swarm(SchedulerMaker schedulers, NodeMaker nodes) {
    this(new Makers(UnaryOperator.identity(), schedulers, nodes));
  }

  public Swarm(Makers makers) {
    this(makers, Set.of());
  }

  private Swarm(Makers makers, Set<Fault> spared) {
    this.makers = makers;
    this.spared = spared;
  }

  /** The same cells and faults but for one kind: shows whether a seed breaks because of it. */
  public Swarm without(Fault fault) {
    return new Swarm(makers, Set.of(fault));
  }

  /** Runs {@code count} seeds from the first on, passing on each as it ends. */
  public Summary run(long firstSeed, int count, Consumer<SwarmOutcome> each) {
    var coverage = new Coverage();
    var outcomes =
        LongStream.range(firstSeed, Math.addExact(firstSeed, count))
            .parallel()
            .mapToObj(seed -> run(seed, coverage))
            .peek(each)
            .toList();
    long events = outcomes.stream().mapToLong(SwarmOutcome::events).sum();
    var failures =
        outcomes.stream()
            .filter(SeedBroken.class::isInstance)
            .map(SeedBroken.class::cast)
            .limit(MAX_FAILURES)
            .toList();
    return new Summary(count, events, failures, coverage);
  }

  public SwarmOutcome run(long seed) {
    return run(seed, new Coverage());
  }

  private SwarmOutcome run(long seed, Coverage total) {
    var run = new SwarmRun(seed, makers, spared);
    try {
      return run.run();
    } catch (RuntimeException | Error broken) {
      // A broken promise, or an actor that threw: both are findings.
      var simulation = run.simulation();
      return new SeedBroken(seed, simulation.nowNs(), simulation.events(), broken.toString());
    } finally {
      var reached = run.reached();
      synchronized (total) {
        total.add(reached);
      }
    }
  }
}
