package dev.muster.core.master;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEntry.CellChanged;
import dev.muster.core.event.MasterEntry.JobClosed;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.SchedulerStarted;
import dev.muster.core.event.MasterEntry.StageResized;
import dev.muster.core.event.MasterEntry.TasksCompleted;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.CancelJob;
import dev.muster.core.event.MasterEvent.ClaimReleased;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.MasterEvent.GetCellDelta;
import dev.muster.core.event.MasterEvent.GetJob;
import dev.muster.core.event.MasterEvent.GetMachines;
import dev.muster.core.event.MasterEvent.HoldRejected;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.MasterEvent.JobTaken;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.MasterEvent.ResizeStage;
import dev.muster.core.event.MasterEvent.StageHeld;
import dev.muster.core.event.MasterEvent.SubmitJob;
import dev.muster.core.event.MasterEvent.TakeOverJobs;
import dev.muster.core.event.MasterEvent.TasksSucceeded;
import dev.muster.core.event.Wake;
import dev.muster.core.master.state.MasterState;
import dev.muster.core.master.state.cell.CellState;
import java.util.List;

/**
 * The leader of a cell.
 *
 * <pre>
 *   message ──► service decides ──► append ──► log ──► EntryCommitted ──► MasterState.apply
 *                                                            └──► service answers
 * </pre>
 *
 * <p>Services decide and append entries; {@link MasterState} changes when they are committed, and
 * only then is anything answered. What services remember besides, a new leader can rebuild.
 */
public final class Master implements Actor<MasterEvent> {

  enum MasterTimer implements Timer {
    /** Repeats what is not acknowledged. */
    BEAT,
    /** Sends the list of machines to schedulers, changes gathered. */
    PUBLISH_MACHINES
  }

  private final Timing timing;
  private final MasterState state;
  private final OpenJobs open = new OpenJobs();
  private final Submissions submissions;
  private final MachineService machines;
  private final CommitService commits;
  private final CellDeltas deltas;
  private final Assignments assignments;
  private final JobService jobs;
  private final Resizes resizes;

  public Master(MasterConfig config, Timing timing) {
    this.timing = timing;
    this.state = new MasterState(config.firstJob(), config.jobs().endedKept(), config.cell());
    this.submissions = new Submissions(config.jobs(), state.jobs(), open);
    this.machines =
        new MachineService(state.machines(), config.joinGraceNs(), timing.viewDelayNs());
    this.commits = new CommitService(state.cell(), !config.cell().limits().isEmpty());
    this.deltas = new CellDeltas(state.cell(), commits);
    this.assignments = new Assignments(config.schedulers(), state, open, commits);
    var admission = new AdmissionControl(state.machines(), config.cell().limits());
    this.jobs = new JobService(state.jobs(), open, admission, machines, assignments);
    this.resizes = new Resizes(config.jobs(), state.jobs(), open, assignments);
  }

  @Override
  public void start(long nowNs, Effects out) {
    out.wake(nowNs + timing.beatNs(), MasterTimer.BEAT);
  }

  @Override
  public void on(long nowNs, MasterEvent event, Effects out) {
    switch (event) {
      case SubmitJob submit -> submissions.submit(nowNs, submit, out);
      case GetJob query -> jobs.answer(query, out);
      case CancelJob cancel -> jobs.cancel(nowNs, cancel, out);
      case ResizeStage resize -> resizes.resize(resize, out);
      case StageHeld held -> resizes.record(held, out);
      case HoldRejected rejected -> resizes.reject(rejected, out);
      case TakeOverJobs takeOver -> assignments.takeOver(takeOver, out);
      case JobTaken taken -> assignments.taken(taken);
      case TasksSucceeded succeeded -> assignments.record(succeeded, out);
      case JobFinished finished -> jobs.finished(finished, out);
      case NodeReport report -> machines.report(report, out);
      case GetMachines wanted -> machines.send(wanted, out);
      case GetCellDelta wanted -> deltas.send(wanted, out);
      case CommitTransaction commit -> commits.commit(nowNs, commit, out);
      case ClaimReleased released -> commits.release(released, out);
      case EntryCommitted committed -> apply(nowNs, (MasterEntry) committed.entry(), out);
      case Wake wake -> wake(nowNs, (MasterTimer) wake.timer(), out);
    }
  }

  private void apply(long nowNs, MasterEntry entry, Effects out) {
    var applied = state.apply(entry);
    switch (entry) {
      case JobOpened opened -> {
        submissions.applied(opened);
        jobs.applied(nowNs, opened, out);
      }
      case TasksCompleted completed -> assignments.applied(completed, out);
      case StageResized resized -> resizes.applied(resized, out);
      case JobClosed closed -> jobs.applied(closed, out);
      case MachineRegistered registered -> machines.applied(nowNs, registered, out);
      case CellChanged changed -> commits.applied(changed, applied, out);
      case SchedulerStarted started -> assignments.applied(started, out);
    }
  }

  private void wake(long nowNs, MasterTimer timer, Effects out) {
    switch (timer) {
      case BEAT -> {
        jobs.beat(nowNs, out);
        out.wake(nowNs + timing.beatNs(), MasterTimer.BEAT);
      }
      case PUBLISH_MACHINES -> {
        machines.publish(assignments, out);
        jobs.admitSubmitted(nowNs, out);
      }
    }
  }

  public CellState cellState() {
    return state.cell();
  }

  @Override
  public List<Lifecycle<?>> lifecycles() {
    return List.of(
        open.lifecycle(), resizes.lifecycle(), commits.lifecycle(), state.cell().lifecycle());
  }
}
