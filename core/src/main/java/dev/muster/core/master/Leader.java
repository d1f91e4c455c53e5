package dev.muster.core.master;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.LogEvent;
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
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.AppendRefused;
import dev.muster.core.event.MasterEvent.CancelJob;
import dev.muster.core.event.MasterEvent.ChangeQueues;
import dev.muster.core.event.MasterEvent.ChangeSuspension;
import dev.muster.core.event.MasterEvent.ClaimReleased;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.GetCellDelta;
import dev.muster.core.event.MasterEvent.GetJob;
import dev.muster.core.event.MasterEvent.GetMachines;
import dev.muster.core.event.MasterEvent.HoldRejected;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.MasterEvent.JobTaken;
import dev.muster.core.event.MasterEvent.JobsReported;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.MasterEvent.RequestContainers;
import dev.muster.core.event.MasterEvent.ResizeStage;
import dev.muster.core.event.MasterEvent.StageHeld;
import dev.muster.core.event.MasterEvent.SubmitJob;
import dev.muster.core.event.MasterEvent.TakeOverJobs;
import dev.muster.core.event.MasterEvent.TasksSucceeded;
import dev.muster.core.event.MasterEvent.WithdrawContainers;
import dev.muster.core.event.Wake;
import dev.muster.core.master.Master.MasterTimer;
import dev.muster.core.master.central.CentralScheduler;
import dev.muster.core.master.central.LeaderAccess;
import dev.muster.core.master.queue.JobQueues;
import dev.muster.core.master.queue.ShareBoard;
import dev.muster.core.master.state.MasterState;

/**
 * The work of the leader in one term.
 *
 * <pre>
 *   message ──► service decides ──► append ──► log ──► applied ──► service answers
 * </pre>
 *
 * <p>Made from the replicated state alone when the term begins, and dropped when it ends: what
 * services remember besides, others repeat.
 */
final class Leader {

  private final MasterState state;
  private final Submissions submissions;
  private final MachineService machines;
  private final CommitService commits;
  private final CentralScheduler central;
  private final CellDeltas deltas;
  private final Assignments assignments;
  private final JobService jobs;
  private final Resizes resizes;
  private final Admissions admissions;
  private final QueueService queueService;
  private final JobQueues queues;
  private final ShareService shares;

  Leader(
      long nowNs,
      MasterConfig config,
      Timing timing,
      MasterState state,
      LeaderLog log,
      MasterLifecycles lifecycles) {
    this.state = state;
    var open = new OpenJobs(lifecycles.jobs());
    this.queues = queuesOf(state);
    var feasibility = new AdmissionControl(state.machines(), queues, config.cell().limits());
    this.machines =
        new MachineService(
            state.machines(), log, config.joinGraceNs(), timing, lifecycles.liveness(), nowNs);
    this.commits = new CommitService(state, log, !config.cell().limits().isEmpty());
    this.deltas = new CellDeltas(state.cell(), commits);
    var board = new ShareBoard(queues);
    this.assignments = new Assignments(config.schedulers(), state, open, commits, board, log);
    this.shares =
        new ShareService(
            state.machines(),
            state.jobs(),
            queues,
            assignments,
            board,
            timing.reports().loadEveryNs(),
            log.term(),
            mayBeLimited(state));
    this.central =
        new CentralScheduler(
            config.central(),
            log.term(),
            timing,
            state,
            () -> state.queues().tree(),
            access(log),
            lifecycles.requests());
    this.submissions =
        new Submissions(config.jobs(), state.jobs(), open, queues, feasibility, assignments, log);
    var ends = new JobEnds(open, log);
    this.admissions =
        new Admissions(state.jobs(), open, queues, feasibility, machines, assignments, ends, log);
    this.jobs =
        new JobService(state.jobs(), open, queues, admissions, assignments, ends, timing.beatNs());
    this.queueService = new QueueService(state.queues(), state.jobs(), queues, log);
    this.resizes =
        new Resizes(config.jobs(), state.jobs(), open, queues, assignments, log, lifecycles);
    assignments.resume();
  }

  /** Whether queues, or suspensions, were ever on record. */
  private static boolean mayBeLimited(MasterState state) {
    boolean may = state.queues().revision() > 0;
    for (var record : state.jobs().open()) {
      may |= record.suspension().revision() > 0;
    }
    return may;
  }

  /** All open jobs, as the record has them. */
  private static JobQueues queuesOf(MasterState state) {
    var queues = new JobQueues(state.queues().tree());
    for (var record : state.jobs().open()) {
      var job = queues.opened(record.job(), record.spec());
      queues.suspended(record.job(), record.suspension().on());
      if (record.isAdmitted()) {
        queues.readmitted(job, record.tokens());
      }
    }
    return queues;
  }

  private LeaderAccess access(LeaderLog log) {
    return new LeaderAccess() {
      @Override
      public void append(MasterEntry entry, Effects out) {
        log.append(entry, out);
      }

      @Override
      public void release(ClaimReleased released, Effects out) {
        commits.release(released, out);
      }

      @Override
      public boolean isAvoided(int node) {
        return machines.isAvoided(node);
      }
    };
  }

  void on(long nowNs, MasterEvent event, Effects out) {
    handle(nowNs, event, out);
    central.advance(nowNs, out);
  }

  private void handle(long nowNs, MasterEvent event, Effects out) {
    switch (event) {
      case SubmitJob submit -> submissions.submit(nowNs, submit, out);
      case GetJob query -> jobs.answer(nowNs, query, out);
      case CancelJob cancel -> jobs.cancel(nowNs, cancel, out);
      case ChangeSuspension change -> queueService.suspend(change, out);
      case ChangeQueues change -> queueService.change(change, out);
      case ResizeStage resize -> resizes.resize(resize, out);
      case StageHeld held -> resizes.record(held, out);
      case HoldRejected rejected -> resizes.reject(rejected, out);
      case TakeOverJobs takeOver -> assignments.takeOver(takeOver, out);
      case JobTaken taken -> assignments.taken(taken);
      case JobsReported report -> shares.reported(report);
      case TasksSucceeded succeeded -> assignments.record(succeeded, out);
      case JobFinished finished -> jobs.finished(finished, out);
      case NodeReport report -> {
        machines.report(nowNs, report, out);
        central.heartbeat(nowNs, report, out);
      }
      case GetMachines wanted -> machines.send(wanted, out);
      case GetCellDelta wanted -> deltas.send(wanted, out);
      case CommitTransaction commit -> commits.commit(nowNs, commit, out);
      case ClaimReleased released -> commits.release(released, out);
      case RequestContainers wanted -> central.request(nowNs, wanted, out);
      case WithdrawContainers withdrawn -> central.withdraw(withdrawn, out);
      case LogEvent _, Wake _ -> {} // for the master, whether it leads or not
    }
  }

  /** An entry of this leader is applied. */
  void applied(long nowNs, MasterEntry entry, Effects out) {
    answer(nowNs, entry, out);
    central.advance(nowNs, out);
  }

  private void answer(long nowNs, MasterEntry entry, Effects out) {
    switch (entry) {
      case LeaderStarted _ -> {}
      case JobOpened opened -> {
        submissions.applied(opened);
        jobs.applied(nowNs, opened, out);
        shares.soon(nowNs, out);
      }
      case JobAdmitted admitted -> {
        admissions.applied(admitted, out);
        shares.soon(nowNs, out);
      }
      case SuspensionChanged changed -> {
        queueService.applied(changed, out);
        admissions.admitWaiting(nowNs, out);
        shares.soon(nowNs, out);
      }
      case QueuesChanged changed -> {
        queueService.applied(changed, out);
        admissions.admitWaiting(nowNs, out);
        shares.soon(nowNs, out);
      }
      case TasksCompleted completed -> assignments.applied(completed, out);
      case StageResized resized -> {
        resizes.applied(resized, out);
        queues.resized(resized.job(), state.jobs().tasksOf(resized.job()));
      }
      case StageResizeRejected rejected -> {
        resizes.applied(rejected, out);
        queues.resized(rejected.job(), state.jobs().tasksOf(rejected.job()));
      }
      case JobClosed closed -> {
        jobs.applied(nowNs, closed, out);
        central.jobClosed(closed.report().job());
        shares.soon(nowNs, out);
      }
      case MachineRegistered registered -> {
        machines.applied(nowNs, registered, out);
        central.machineChanged(nowNs, registered.node(), out);
      }
      case NodesDied died -> {
        machines.applied(nowNs, died, out);
        died.nodes().forEach(node -> central.machineChanged(nowNs, node, out));
      }
      case CellChanged changed -> commits.applied(changed, out);
      case ContainersPlaced placed -> central.applied(placed, out);
      case SchedulerStarted started -> {
        central.schedulerStarted(started.scheduler());
        assignments.applied(started, out);
      }
    }
  }

  void refused(AppendRefused refused, Effects out) {
    submissions.refused(refused, out);
  }

  void wake(long nowNs, Timer timer, Effects out) {
    if (!central.wake(nowNs, timer, out)) {
      wake(nowNs, (MasterTimer) timer, out);
    }
  }

  private void wake(long nowNs, MasterTimer timer, Effects out) {
    switch (timer) {
      case BEAT -> {
        central.beat(nowNs, out);
        machines.beat(nowNs, out);
        jobs.beat(nowNs, out);
        shares.beat(nowNs, out);
      }
      case SHARES -> shares.wake(nowNs, out);
      case PUBLISH_MACHINES -> {
        machines.publish(assignments.schedulers(), out);
        admissions.published(nowNs, out);
      }
    }
  }
}
