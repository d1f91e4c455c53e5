package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Pace;
import dev.muster.core.node.NodeConfig;
import dev.muster.model.JobReport;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** All checks together; throws {@link BrokenPromise} at the event that breaks one. */
public final class Promises implements Observer {

  /** Jobs from this number on are not the master's: whoever runs them keeps their record. */
  public static final long OWN_RECORD = 1L << 40;

  private final JobsCheck jobs;
  private final List<Observer> checks;

  /**
   * Where no task has patience that could end.
   *
   * @param capacities what each node has, by its index
   */
  public Promises(List<Resources> capacities) {
    this(capacities, List.of(), () -> 0);
  }

  /**
   * @param capacities what each node has, by its index
   * @param attributes what each node is; shorter where the rest is nothing special
   * @param nowNs the time at which something is seen
   */
  public Promises(
      List<Resources> capacities, List<Map<String, String>> attributes, LongSupplier nowNs) {
    this(capacities, attributes, nowNs, List.of());
  }

  /**
   * With the promises of the nodes' queues too.
   *
   * @param queue how every node treats those who wait
   */
  public Promises(
      List<Resources> capacities,
      List<Map<String, String>> attributes,
      LongSupplier nowNs,
      NodeConfig queue) {
    this(
        capacities,
        attributes,
        nowNs,
        List.of(
            new QueueCheck(capacities, queue),
            new EvictionCheck(nowNs, queue.queue().opportunistic().freezes())));
  }

  private Promises(
      List<Resources> capacities,
      List<Map<String, String>> attributes,
      LongSupplier nowNs,
      List<Observer> ofQueues) {
    var once = new OnceCheck();
    this.jobs = new JobsCheck(once);
    this.checks = new ArrayList<>();
    checks.addAll(List.of(once, jobs, new CapacityCheck(capacities)));
    checks.addAll(List.of(new PlaceCheck(attributes, nowNs), new OrderCheck(), new GangCheck()));
    checks.addAll(List.of(new RetryCheck(), new TakeoverCheck(), new RepeatCheck()));
    checks.add(new DeltaCheck());
    checks.addAll(ofQueues);
  }

  @Override
  public void sent(Address<?> to, Event event) {
    for (var check : checks) {
      check.sent(to, event);
    }
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    for (var check : checks) {
      check.delivered(to, event);
    }
  }

  @Override
  public void launched(int node, Launch launch) {
    for (var check : checks) {
      check.launched(node, launch);
    }
  }

  @Override
  public void paced(int node, long run, Pace pace) {
    for (var check : checks) {
      check.paced(node, run, pace);
    }
  }

  @Override
  public void killed(int node, long run, boolean force) {
    for (var check : checks) {
      check.killed(node, run, force);
    }
  }

  @Override
  public void crashed(int node) {
    for (var check : checks) {
      check.crashed(node);
    }
  }

  @Override
  public void processDied(int node) {
    for (var check : checks) {
      check.processDied(node);
    }
  }

  @Override
  public void appended(LogEntry entry) {
    for (var check : checks) {
      check.appended(entry);
    }
  }

  @Override
  public void died(int scheduler) {
    for (var check : checks) {
      check.died(scheduler);
    }
  }

  /** Whether every request has its answer and every accepted job its end. */
  public boolean allEnded() {
    return jobs.allEnded();
  }

  /** Throws unless {@link #allEnded}, naming what is missing. */
  public void verifyAllEnded() {
    jobs.verifyAllEnded();
  }

  /** How each job ended, as its client heard it. */
  public Map<Long, JobReport> ends() {
    return Collections.unmodifiableMap(jobs.ends());
  }
}
