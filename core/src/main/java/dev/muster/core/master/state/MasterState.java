package dev.muster.core.master.state;

import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEntry.CellChanged;
import dev.muster.core.event.MasterEntry.JobClosed;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.SchedulerStarted;
import dev.muster.core.event.MasterEntry.StageResized;
import dev.muster.core.event.MasterEntry.TasksCompleted;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.master.state.cell.CellConfig;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.core.master.state.cell.CellState.Applied;
import dev.muster.core.master.state.cell.SiteAssigner;

/**
 * All replicated state of the master.
 *
 * <pre>
 *   log ──► apply ─┬─► JobRecords            accepted jobs, their sizes, completed tasks and ends
 *                  ├─► RegisteredMachines    what admission and schedulers know of machines
 *                  ├─► SchedulerEpochs
 *                  └─► CellState             machines and claims
 * </pre>
 *
 * <p>Changes in {@link #apply} alone, on the leader and on followers alike: no message, no clock,
 * no timer.
 */
public final class MasterState {

  private final JobRecords jobs;
  private final RegisteredMachines machines = new RegisteredMachines();
  private final SchedulerEpochs epochs = new SchedulerEpochs();
  private final SiteAssigner sites;
  private final CellState cell;

  /**
   * @param firstJob the number of the first job
   * @param endedKept how many ended jobs, and their keys, are kept
   */
  public MasterState(long firstJob, int endedKept, CellConfig config) {
    this.jobs = new JobRecords(firstJob, endedKept);
    this.sites = new SiteAssigner(config.partitions());
    this.cell = new CellState(config.rules());
    config.limits().forEach(cell::apply);
  }

  /** The only thing that changes the state. */
  public Applied apply(MasterEntry entry) {
    switch (entry) {
      case JobOpened opened -> jobs.apply(opened);
      case TasksCompleted completed -> jobs.apply(completed);
      case StageResized resized -> jobs.apply(resized);
      case JobClosed closed -> jobs.apply(closed);
      case SchedulerStarted started -> epochs.advance(started.scheduler(), started.epoch());
      case MachineRegistered registered -> register(registered);
      case CellChanged changed -> {
        return cell.apply(changed.entry());
      }
    }
    return Applied.AS_DECIDED;
  }

  private void register(MachineRegistered registered) {
    int node = registered.node();
    var capacity = registered.capacity();
    machines.put(new Machine(node, capacity, registered.attributes()));
    cell.apply(new MachineJoined(node, capacity, sites.of(node, registered.attributes())));
  }

  public JobRecords jobs() {
    return jobs;
  }

  public RegisteredMachines machines() {
    return machines;
  }

  /** The latest epoch of a scheduler on record. */
  public int epoch(int scheduler) {
    return epochs.of(scheduler);
  }

  public CellState cell() {
    return cell;
  }
}
