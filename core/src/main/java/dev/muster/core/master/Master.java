package dev.muster.core.master;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEntry.CellChanged;
import dev.muster.core.event.MasterEntry.JobClosed;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.SchedulerStarted;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.CancelJob;
import dev.muster.core.event.MasterEvent.ClaimReleased;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.MasterEvent.GetCellDelta;
import dev.muster.core.event.MasterEvent.GetJob;
import dev.muster.core.event.MasterEvent.GetMachines;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.MasterEvent.JobTaken;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.MasterEvent.SubmitJob;
import dev.muster.core.event.MasterEvent.TakeOverJobs;
import dev.muster.core.event.MasterEvent.TasksSucceeded;
import dev.muster.core.event.Notice;
import dev.muster.core.event.SchedulerEvent.JobEndRecorded;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.StopJob;
import dev.muster.core.event.Wake;
import dev.muster.core.master.state.CellState;
import dev.muster.core.master.state.JobRecord;
import dev.muster.core.master.state.JobRecords;
import dev.muster.model.JobReport;
import dev.muster.model.JobState;
import java.util.List;

/**
 * The front door of a cell and its memory.
 *
 * <p>Decides, then applies: a handler only proposes entries with {@code append}; the {@link
 * JobRecords} changes when they come back as {@link EntryCommitted}, and only then does anyone hear
 * of it.
 */
public final class Master implements Actor<MasterEvent> {

  /**
   * @param firstJob the number of the first job
   * @param schedulers how many schedulers share the jobs
   * @param maxOpenJobs how many jobs may be open; one more is refused
   * @param maxOpenTasks how many tasks those may have together
   * @param endedKept how many ended jobs, and the keys they came with, are remembered
   * @param settleNs how long after the last node joined a job may hope for one that it can run on
   * @param cell how the state of the cell is kept
   * @param routing which scheduler gets a job
   */
  public record Config(
      long firstJob,
      int schedulers,
      int maxOpenJobs,
      long maxOpenTasks,
      int endedKept,
      long settleNs,
      CommitService.Config cell,
      Routing routing) {

    /** With the cell's state kept as usual. */
    public Config(
        long firstJob,
        int schedulers,
        int maxOpenJobs,
        long maxOpenTasks,
        int endedKept,
        long settleNs) {
      this(
          firstJob,
          schedulers,
          maxOpenJobs,
          maxOpenTasks,
          endedKept,
          settleNs,
          CommitService.Config.standard(),
          Routing.BY_NUMBER);
    }

    /** Nodes that start together have joined by then, and nobody minds waiting so long. */
    public static final long SETTLE_NS = 3_000_000_000L;

    public static Config standard() {
      return new Config(1, 1, 100_000, 50_000_000, 10_000, SETTLE_NS);
    }

    public Config withSchedulers(int count) {
      return new Config(
          firstJob, count, maxOpenJobs, maxOpenTasks, endedKept, settleNs, cell, routing);
    }

    public Config withFirstJob(long number) {
      return new Config(
          number, schedulers, maxOpenJobs, maxOpenTasks, endedKept, settleNs, cell, routing);
    }

    /** For a cell whose nodes are all there from the start. */
    public Config settled() {
      return new Config(
          firstJob, schedulers, maxOpenJobs, maxOpenTasks, endedKept, 0, cell, routing);
    }

    public Config with(Routing other) {
      return new Config(
          firstJob, schedulers, maxOpenJobs, maxOpenTasks, endedKept, settleNs, cell, other);
    }

    public Config with(CommitService.Config other) {
      return new Config(
          firstJob, schedulers, maxOpenJobs, maxOpenTasks, endedKept, settleNs, other, routing);
    }
  }

  private final Config config;
  private final Timing timing;
  private final JobRecords book;
  private final AdmissionControl admission;
  private final CommitService desk;
  private final Assignments handovers;

  private final PendingEntries proposals = new PendingEntries();
  private final SubmissionLimits gate;
  private final LatestReports reports = new LatestReports();
  private final OpenJobs pursuits = new OpenJobs();
  private boolean viewUntold;
  private int nodes;

  /** When a node joined that was not known before; one that has changed is no news of others. */
  private long lastJoinedNs;

  public Master(Config config, Timing timing) {
    this.config = config;
    this.timing = timing;
    this.book = new JobRecords(config.firstJob(), config.endedKept());
    this.admission = new AdmissionControl(book.cell(), config.cell().limits());
    this.gate = new SubmissionLimits(config, book, proposals);
    this.desk = new CommitService(config.cell());
    this.handovers = new Assignments(config, book, pursuits, desk);
  }

  @Override
  public void start(long nowNs, Effects out) {
    out.wake(nowNs + timing.beatNs(), MasterTimer.BEAT);
  }

  @Override
  public void on(long nowNs, MasterEvent event, Effects out) {
    switch (event) {
      case SubmitJob submit -> submit(nowNs, submit, out);
      case GetJob follow -> follow(follow, out);
      case CancelJob cancel -> cancel(nowNs, cancel, out);
      case TakeOverJobs heir -> handovers.takesOver(heir, out);
      case JobTaken taken -> handovers.taken(taken);
      case TasksSucceeded done -> handovers.done(done, out);
      case JobFinished ended -> ended(ended, out);
      case NodeReport report -> report(report, out);
      case GetMachines wanted -> viewWanted(wanted, out);
      case GetCellDelta wanted -> desk.tell(wanted, out);
      case CommitTransaction commit -> desk.judge(nowNs, commit, out);
      case ClaimReleased freed -> desk.free(freed, out);
      case EntryCommitted committed -> apply(nowNs, (MasterEntry) committed.entry(), out);
      case Wake wake -> wake(nowNs, wake, out);
    }
  }

  // Deciding.

  private void submit(long nowNs, SubmitJob submit, Effects out) {
    var known = book.find(submit.key());
    if (known != null) {
      answer(known, submit.client(), out);
    } else if (!proposals.has(submit.key())) {
      propose(nowNs, submit, out);
    }
  }

  private void propose(long nowNs, SubmitJob submit, Effects out) {
    var problem = gate.problem(submit.job());
    if (problem.isPresent()) {
      out.send(submit.client(), new ClientEvent.JobRejected(submit.key(), problem.get()));
      return;
    }
    long job = book.nextJob() + proposals.jobs();
    var accepted = new JobOpened(job, submit.key(), submit.job(), submit.client(), nowNs);
    proposals.add(accepted);
    out.append(accepted);
  }

  private void follow(GetJob follow, Effects out) {
    var record = book.find(follow.job());
    if (record == null) {
      out.send(follow.client(), new ClientEvent.JobForgotten(follow.job()));
    } else if (record.report() != null) {
      out.send(follow.client(), new ClientEvent.JobEnded(record.report()));
    }
  }

  private void cancel(long nowNs, CancelJob cancel, Effects out) {
    var record = book.find(cancel.job());
    if (record == null || !record.isOpen()) {
      return;
    }
    var pursuit = pursuits.of(record);
    pursuit.unwanted = true;
    if (pursuit.admitted) {
      out.send(handovers.schedulerOf(record), new StopJob(record.job()));
    } else {
      close(nowNs, record, JobState.CANCELLED, List.of(), out);
    }
  }

  private void ended(JobFinished ended, Effects out) {
    if (handovers.isOver(ended.scheduler(), ended.epoch())) {
      return;
    }
    var record = book.find(ended.report().job());
    if (record == null || !record.isOpen()) {
      out.send(ended.scheduler(), new JobEndRecorded(ended.report().job()));
    } else {
      close(record, ended.report(), out);
    }
  }

  private void close(
      long nowNs, JobRecord record, JobState state, List<String> reasons, Effects out) {
    close(record, UnplacedJob.report(record.accepted(), state, nowNs, reasons), out);
  }

  private void close(JobRecord record, JobReport how, Effects out) {
    var pursuit = pursuits.of(record);
    if (!pursuit.closing) {
      pursuit.closing = true;
      out.append(new JobClosed(how));
    }
  }

  private void report(NodeReport report, Effects out) {
    var cell = book.cell();
    var machine = new Machine(report.node(), report.capacity(), report.attributes());
    if (cell.takes(machine)
        && reports.isLatest(report)
        && cell.isNews(machine)
        && proposals.add(report.node())) {
      out.append(new MachineRegistered(report.node(), report.capacity(), report.attributes()));
    }
  }

  private void viewWanted(GetMachines wanted, Effects out) {
    if (wanted.version() < book.cell().version()) {
      out.send(wanted.scheduler(), view());
    }
  }

  // Applying, and telling those who wait for it.

  private void apply(long nowNs, MasterEntry entry, Effects out) {
    book.apply(entry);
    switch (entry) {
      case JobOpened accepted -> opened(nowNs, accepted, out);
      case MasterEntry.TasksCompleted done -> handovers.recorded(done, out);
      case JobClosed closed -> closed(closed, out);
      case MachineRegistered known -> joined(nowNs, known, out);
      case CellChanged changed -> desk.apply(changed, out);
      case SchedulerStarted known -> handovers.takenOver(known, out);
    }
  }

  private void opened(long nowNs, JobOpened accepted, Effects out) {
    proposals.committed(accepted);
    out.send(accepted.client(), new ClientEvent.JobAccepted(accepted.key(), accepted.job()));
    var record = book.find(accepted.job());
    if (record != null) {
      admit(nowNs, record, out);
    }
  }

  private void admit(long nowNs, JobRecord record, Effects out) {
    var pursuit = pursuits.of(record);
    if (pursuit.closing) {
      return;
    }
    int scheduler = handovers.schedulerOf(record).index();
    switch (admission.judge(record.accepted().spec(), scheduler)) {
      case AdmissionResult.Admitted _ -> {
        pursuit.admitted = true;
        handovers.handOver(record, out);
      }
      case AdmissionResult.Infeasible never ->
          close(nowNs, record, JobState.INFEASIBLE, never.reasons(), out);
      case AdmissionResult.Unmatched unmatched -> {
        if (nowNs - lastJoinedNs >= config.settleNs()) {
          close(nowNs, record, JobState.INFEASIBLE, unmatched.reasons(), out);
        }
      }
      case AdmissionResult.Waiting _ -> {}
    }
  }

  private void closed(JobClosed closed, Effects out) {
    var record = book.find(closed.report().job());
    if (record != null && record.report() != null) {
      pursuits.remove(record);
      out.send(record.accepted().client(), new ClientEvent.JobEnded(record.report()));
      out.send(handovers.schedulerOf(record), new JobEndRecorded(record.job()));
    }
  }

  private void joined(long nowNs, MachineRegistered known, Effects out) {
    proposals.committed(known);
    desk.join(known);
    out.publish(new Notice.NodeJoined(known.node(), known.capacity()));
    if (book.cell().size() > nodes) {
      nodes = book.cell().size();
      lastJoinedNs = nowNs;
    }
    if (!viewUntold) {
      viewUntold = true;
      out.wake(nowNs + timing.viewDelayNs(), MasterTimer.PUBLISH_MACHINES);
    }
  }

  // Once in a while.

  private void wake(long nowNs, Wake wake, Effects out) {
    if (wake.timer() == MasterTimer.PUBLISH_MACHINES) {
      tellView(nowNs, out);
    } else {
      beat(nowNs, out);
      out.wake(nowNs + timing.beatNs(), MasterTimer.BEAT);
    }
  }

  private void tellView(long nowNs, Effects out) {
    viewUntold = false;
    var view = view();
    for (var scheduler : handovers.schedulers()) {
      out.send(scheduler, view);
    }
    for (var record : book.open()) {
      if (!pursuits.of(record).admitted) {
        admit(nowNs, record, out);
      }
    }
  }

  private void beat(long nowNs, Effects out) {
    for (var record : book.open()) {
      var pursuit = pursuits.of(record);
      if (!pursuit.admitted) {
        admit(nowNs, record, out);
      } else if (!pursuit.taken && !pursuit.closing) {
        handovers.handOver(record, out);
      }
      if (pursuit.admitted && pursuit.unwanted) {
        out.send(handovers.schedulerOf(record), new StopJob(record.job()));
      }
    }
  }

  private static void answer(JobRecord record, Address<ClientEvent> client, Effects out) {
    out.send(client, new ClientEvent.JobAccepted(record.accepted().key(), record.job()));
    if (record.report() != null) {
      out.send(client, new ClientEvent.JobEnded(record.report()));
    }
  }

  private MachineList view() {
    return new MachineList(book.cell().version(), book.cell().machines());
  }

  /** What is claimed of the machines. */
  public CellState cellState() {
    return desk.state();
  }
}
