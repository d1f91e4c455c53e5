package dev.muster.check;

import dev.muster.core.node.NodeConfig;
import dev.muster.model.JobReport;
import dev.muster.model.Resources;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** All checks; throws {@link BrokenPromise} at the event that breaks one. */
public final class Promises extends Observers {

  /** Jobs from this number on are not on record with the master, but with whoever runs them. */
  public static final long OWN_RECORD = 1L << 40;

  private final JobsCheck jobs;

  /**
   * For cells where no patience ends.
   *
   * @param capacities of each node, by its index
   */
  public Promises(List<Resources> capacities) {
    this(capacities, List.of(), () -> 0);
  }

  /**
   * @param capacities of each node, by its index
   * @param attributes of each node; may be shorter where the rest have none
   * @param nowNs the time of each event
   */
  public Promises(
      List<Resources> capacities, List<Map<String, String>> attributes, LongSupplier nowNs) {
    this(new OnceCheck(), capacities, attributes, nowNs, List.of());
  }

  /**
   * With the promises of wait queues.
   *
   * @param node the configuration of all nodes
   */
  public Promises(
      List<Resources> capacities,
      List<Map<String, String>> attributes,
      LongSupplier nowNs,
      NodeConfig node) {
    this(
        new OnceCheck(),
        capacities,
        attributes,
        nowNs,
        List.of(
            new QueueCheck(capacities, node),
            new EvictionCheck(nowNs, node.queue().opportunistic().freezes())));
  }

  private Promises(
      OnceCheck once,
      List<Resources> capacities,
      List<Map<String, String>> attributes,
      LongSupplier nowNs,
      List<Observer> ofQueues) {
    this(
        once,
        new JobsCheck(once),
        List.of(
            new CapacityCheck(capacities),
            new PlaceCheck(attributes, nowNs),
            new TriedAgainCheck(nowNs)),
        ofQueues);
  }

  private Promises(
      OnceCheck once, JobsCheck jobs, List<Observer> ofMachines, List<Observer> ofQueues) {
    super(
        Stream.of(
                List.of(once, jobs),
                ofMachines,
                List.of(new OrderCheck(), new GangCheck(), new RetryCheck(), new FenceCheck()),
                List.of(
                    new TakeoverCheck(), new RepeatCheck(), new DeltaCheck(), new ResizeCheck()),
                List.of(new TiersCheck(), new TwinCheck(), new ContainerCheck()),
                ofQueues)
            .<Observer>flatMap(List::stream)
            .toList());
    this.jobs = jobs;
  }

  /** Whether every request has its answer and every accepted job its end. */
  public boolean allEnded() {
    return jobs.allEnded();
  }

  /** Throws unless {@link #allEnded}, naming what is missing. */
  public void verifyAllEnded() {
    jobs.verifyAllEnded();
  }

  /** The report of each job that its client received. */
  public Map<Long, JobReport> ends() {
    return Collections.unmodifiableMap(jobs.ends());
  }
}
