package dev.muster.core.master.state;

import dev.muster.core.actor.EntryId;
import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.CellEntry.MachineLeft;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEntry.CellChanged;
import dev.muster.core.event.MasterEntry.ContainersPlaced;
import dev.muster.core.event.MasterEntry.JobAdmitted;
import dev.muster.core.event.MasterEntry.JobClosed;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.LeaderStarted;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.core.event.MasterEntry.QueuesChanged;
import dev.muster.core.event.MasterEntry.SchedulerStarted;
import dev.muster.core.event.MasterEntry.StageResizeRejected;
import dev.muster.core.event.MasterEntry.StageResized;
import dev.muster.core.event.MasterEntry.SuspensionChanged;
import dev.muster.core.event.MasterEntry.TasksCompleted;
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
 *                  ├─► QueueRecord           the queues of the cell
 *                  ├─► CellState             machines and claims
 *                  └─► TransactionAnswers    what each scheduler was answered last
 * </pre>
 *
 * <p>Changes in {@link #apply} alone, on the leader and on followers alike: no message, no clock,
 * no timer.
 */
public final class MasterState {

  private final JobRecords jobs;
  private final RegisteredMachines machines = new RegisteredMachines();
  private final SchedulerEpochs epochs = new SchedulerEpochs();
  private final TransactionAnswers answers = new TransactionAnswers();
  private final QueueRecord queues = new QueueRecord();
  private final SiteAssigner sites;
  private final CellState cell;
  private EntryId last = EntryId.NONE;

  /**
   * @param firstJob the number of the first job
   * @param endedKept how many ended jobs, and their keys, are kept
   */
  public MasterState(long firstJob, int endedKept, CellConfig config) {
    this(firstJob, endedKept, config, new CellState(config.rules()));
    config.limits().forEach(cell::apply);
  }

  private MasterState(long firstJob, int endedKept, CellConfig config, CellState cell) {
    this.jobs = new JobRecords(firstJob, endedKept);
    this.sites = new SiteAssigner(config.partitions());
    this.cell = cell;
  }

  /** Whether the entry changes nothing: it, or one of a later term, is applied. */
  public boolean isStale(EntryId id) {
    return !id.isAfter(last);
  }

  /** The only thing that changes the state; stale entries do not. */
  public Applied apply(EntryId id, MasterEntry entry) {
    if (isStale(id)) {
      return Applied.AS_DECIDED;
    }
    last = id;
    switch (entry) {
      case LeaderStarted _ -> {} // its id alone matters
      case JobOpened opened -> jobs.apply(opened);
      case JobAdmitted admitted -> jobs.apply(admitted);
      case TasksCompleted completed -> jobs.apply(completed);
      case StageResized resized -> jobs.apply(resized);
      case StageResizeRejected rejected -> jobs.apply(rejected);
      case SuspensionChanged changed -> jobs.apply(changed);
      case QueuesChanged changed -> queues.apply(changed);
      case JobClosed closed -> jobs.apply(closed);
      case SchedulerStarted started -> epochs.advance(started.scheduler(), started.epoch());
      case MachineRegistered registered -> register(registered);
      case NodesDied died ->
          machines.apply(died).forEach(node -> cell.apply(new MachineLeft(node)));
      case CellChanged changed -> {
        return change(changed);
      }
      case ContainersPlaced placed -> {
        return cell.apply(placed.claims());
      }
    }
    return Applied.AS_DECIDED;
  }

  private void register(MachineRegistered registered) {
    if (machines.apply(registered)) {
      int node = registered.node();
      var site = sites.of(node, registered.attributes());
      cell.apply(new MachineJoined(node, registered.capacity(), site));
    }
  }

  private Applied change(CellChanged changed) {
    var applied = cell.apply(changed.entry());
    if (changed.entry() instanceof TransactionCommitted entry) {
      answers.apply(changed.number(), entry, changed.result(), applied.lost());
    }
    return applied;
  }

  /** The latest entry that is applied. */
  public EntryId last() {
    return last;
  }

  public JobRecords jobs() {
    return jobs;
  }

  public RegisteredMachines machines() {
    return machines;
  }

  /** A copy, for a leader that also notes what is on its way to the record. */
  public SchedulerEpochs epochs() {
    var copy = new SchedulerEpochs();
    epochs.save().forEach(copy::advance);
    return copy;
  }

  /** The latest epoch of a scheduler on record. */
  public int epoch(int scheduler) {
    return epochs.of(scheduler);
  }

  public TransactionAnswers answers() {
    return answers;
  }

  public CellState cell() {
    return cell;
  }

  public QueueRecord queues() {
    return queues;
  }

  /** What is applied, without promises. */
  public MasterSnapshot save() {
    return new MasterSnapshot(
        last,
        jobs.nextJob(),
        jobs.save(),
        machines.machines(),
        machines.version(),
        machines.epochs(),
        machines.expelled(),
        epochs.save(),
        answers.all(),
        sites.save(),
        queues.save(),
        cell.save());
  }

  public static MasterState restore(MasterSnapshot saved, int endedKept, CellConfig config) {
    var cell = CellState.restore(config.rules(), saved.cell());
    var state = new MasterState(saved.nextJob(), endedKept, config, cell);
    state.last = saved.last();
    state.jobs.restore(saved.jobs());
    state.machines.restore(saved);
    saved.epochs().forEach(state.epochs::advance);
    saved.answers().forEach(state.answers::put);
    state.sites.restore(saved.sites());
    state.queues.apply(saved.queues());
    return state;
  }

  /** Equal for equal states, whatever their history; promises do not count. */
  public long digest() {
    return save().digest();
  }
}
