package dev.muster.core.event;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.TraceHash;
import dev.muster.model.Load;
import java.util.List;

/** What the monitor receives: from nodes, from schedulers, and from the master. */
public sealed interface MonitorEvent extends Event
    permits MonitorEvent.GetLoads, MonitorEvent.LoadReported, MembershipEvent, Wake {

  /** A cell has one monitor. */
  Address<MonitorEvent> AT = new Address<>(Role.MONITOR, 0);

  /**
   * Get what changed after this sequence; answered by {@code LoadDelta}. The monitor gathers loads
   * for a while after the latest such question, and for nobody else.
   *
   * @param instance of the monitor that the scheduler has heard last; 0 for none
   * @param seen up to which sequence of that instance; 0 for nothing
   * @param ranked whether the ranks of nodes are wanted as well
   */
  record GetLoads(Address<SchedulerEvent> scheduler, long instance, long seen, boolean ranked)
      implements MonitorEvent {

    /** Without ranks. */
    public GetLoads(Address<SchedulerEvent> scheduler, long instance, long seen) {
      this(scheduler, instance, seen, false);
    }

    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(instance).add(seen).add(ranked);
    }
  }

  /**
   * The load of a node, as {@code ReportLoad} asked for.
   *
   * @param sequence grows with every report of an epoch of the node; stale reports are ignored
   * @param inNs in how long the next maintenance of its machine begins, 0 while one lasts; {@link
   *     #NO_MAINTENANCE} where none is scheduled
   * @param forNs how long the maintenance takes from then on
   * @param listsFiles whether the report says which files the node caches: after a change, and in
   *     the first report after each {@code ReportLoad}
   * @param files the first 64 bits of the hashes of the largest of these, at most {@link
   *     #MAX_FILES}
   * @param guaranteedCpu the part of the cpu that guaranteed tasks had at the most since the report
   *     before, or would have if all that wait ran; from 0 to 1
   * @param guaranteedMemory the same of memory
   */
  record LoadReported(
      int node,
      int epoch,
      long sequence,
      Load load,
      long inNs,
      long forNs,
      boolean listsFiles,
      List<Long> files,
      double guaranteedCpu,
      double guaranteedMemory)
      implements MonitorEvent {

    public static final long NO_MAINTENANCE = -1;

    public static final int MAX_FILES = 64;

    /** Of a node without maintenance or guaranteed tasks that says nothing of files. */
    public LoadReported(int node, int epoch, long sequence, Load load) {
      this(node, epoch, sequence, load, NO_MAINTENANCE, 0, false, List.of(), 0, 0);
    }

    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(epoch).add(sequence);
      Digest.add(hash, load);
      hash.add(inNs).add(forNs).add(listsFiles).addNumbers(files);
      hash.add(Double.doubleToLongBits(guaranteedCpu));
      hash.add(Double.doubleToLongBits(guaranteedMemory));
    }
  }
}
