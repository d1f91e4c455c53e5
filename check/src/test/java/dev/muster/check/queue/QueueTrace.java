package dev.muster.check.queue;

import dev.muster.check.Promises;
import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Work;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.event.ClientEvent.QueuesRecorded;
import dev.muster.core.event.ClientEvent.SuspensionRecorded;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEntry.JobAdmitted;
import dev.muster.core.event.MasterEntry.JobClosed;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.LeaderStarted;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.QueuesChanged;
import dev.muster.core.event.MasterEntry.SuspensionChanged;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.MasterEvent.JobsReported;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.HoldStage;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.ShareOfJob;
import dev.muster.core.event.SchedulerEvent.SharesChanged;
import dev.muster.core.event.Wake;
import dev.muster.model.Demand;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.TaskSet;
import dev.muster.model.Tier;
import dev.muster.model.queue.JobAllowance;
import dev.muster.model.queue.JobUse;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A run with queues, written by hand and watched by all checks: one scheduler, and one node of ten
 * cores. Tasks need one core each. Time goes on by a second with each computation of shares.
 */
final class QueueTrace {

  static final Resources TASK = new Resources(1_000, 1L << 20);
  static final Resources CELL = new Resources(10_000, 1_000L << 20);
  private static final long S = 1_000_000_000L;
  private static final long TERM = 1L << 40;

  private enum Tick implements Timer {
    TICK
  }

  private long nowNs = 100 * S;
  private final Promises promises = new Promises(List.of(CELL), List.of(), () -> this.nowNs);
  private final Map<Long, JobSpec> specs = new HashMap<>();
  private final Map<Long, JobUse> uses = new HashMap<>();
  private long entries;
  private long revision;
  private long sequence = TERM;
  private long transactions = CommitTransaction.firstNumber(1);

  QueueTrace() {
    committed(new LeaderStarted(0));
    committed(new MachineRegistered(0, CELL));
    promises.sent(SchedulerEvent.at(0), new MachineList(1, List.of(new Machine(0, CELL))));
    promises.delivered(SchedulerEvent.at(0), new MachineList(1, List.of(new Machine(0, CELL))));
    nowNs += 100 * S;
  }

  // The log.

  private QueueTrace committed(MasterEntry entry) {
    promises.delivered(MasterEvent.at(0), new EntryCommitted(new EntryId(1, ++entries), entry));
    return this;
  }

  private QueueTrace recorded(MasterEntry entry) {
    promises.appended(entry);
    return committed(entry);
  }

  /** The cell has these queues, and the leader says so. */
  QueueTrace queues(QueueTree tree) {
    changed(tree);
    promises.sent(ClientEvent.at(0), new QueuesRecorded(revision));
    return this;
  }

  /** The log has these queues; nobody knows whether the leader goes by them. */
  QueueTrace changed(QueueTree tree) {
    return recorded(new QueuesChanged(++revision, tree));
  }

  static JobSpec job(String queue, String user, int tasks) {
    return JobSpec.of("job", StageSpec.of("s", tasks, TASK, List.of("true")))
        .withQueue(queue)
        .withUser(user);
  }

  private JobOpened opening(long job, JobSpec spec, boolean admitted, int tokens) {
    specs.put(job, spec);
    return new JobOpened(job, "k" + job, spec, ClientEvent.at(0), nowNs, admitted, tokens);
  }

  /** The job is accepted, and waits in line. */
  QueueTrace opened(long job, JobSpec spec) {
    recorded(opening(job, spec, false, 0));
    promises.sent(ClientEvent.at(0), new JobAccepted("k" + job, job));
    return this;
  }

  /** The job is accepted and admitted at once. */
  QueueTrace openedAndAdmitted(long job, JobSpec spec, int tokens) {
    recorded(opening(job, spec, true, tokens));
    promises.sent(ClientEvent.at(0), new JobAccepted("k" + job, job));
    return this;
  }

  /** A leader appended that and was replaced before it was committed. */
  QueueTrace openedInVain(long job, JobSpec spec) {
    promises.appended(opening(job, spec, true, 0));
    return committed(new LeaderStarted(0));
  }

  QueueTrace admitted(long job, int tokens) {
    return recorded(new JobAdmitted(job, tokens));
  }

  QueueTrace closed(long job) {
    var report =
        new JobReport(job, "job", JobState.SUCCEEDED, "", List.of(), 0, 1, List.of(), 0, List.of());
    return recorded(new JobClosed(report));
  }

  /** The end of the job is decided and not on record. */
  QueueTrace closing(long job) {
    var report =
        new JobReport(job, "job", JobState.CANCELLED, "", List.of(), 0, 1, List.of(), 0, List.of());
    promises.appended(new JobClosed(report));
    return this;
  }

  QueueTrace suspended(long job, int revision, boolean on) {
    recorded(new SuspensionChanged(job, revision, on));
    promises.sent(ClientEvent.at(0), new SuspensionRecorded(job, revision, on));
    return this;
  }

  QueueTrace grows(long job, int tasks) {
    promises.sent(SchedulerEvent.at(0), new HoldStage(1, job, 1, 0, tasks));
    return this;
  }

  // Shares.

  /** The scheduler has the job, which may use so much. */
  QueueTrace assigned(long job, JobAllowance share) {
    var spec = specs.getOrDefault(job, job("root", "", 20));
    var assign =
        new AssignJob(job, spec, ClientEvent.at(0), 0, 1, false, TaskSet.NONE, 0, List.of(), share);
    promises.sent(SchedulerEvent.at(0), assign);
    promises.delivered(SchedulerEvent.at(0), assign);
    return this;
  }

  static JobAllowance cores(int count) {
    return JobAllowance.atMost(TASK.times(count));
  }

  static ShareOfJob share(long job, JobAllowance allowance) {
    return new ShareOfJob(job, allowance);
  }

  /** A second later the leader says what jobs may use, and the scheduler hears it. */
  QueueTrace shares(ShareOfJob... each) {
    nowNs += S;
    var changed = new SharesChanged(++sequence, List.of(each));
    promises.sent(SchedulerEvent.at(0), changed);
    promises.delivered(SchedulerEvent.at(0), changed);
    return this;
  }

  /** What the scheduler heard once more, long after. */
  QueueTrace sharesAgain(long age, ShareOfJob... each) {
    promises.delivered(SchedulerEvent.at(0), new SharesChanged(sequence - age, List.of(each)));
    return this;
  }

  /** The leader hears that the job uses so many tasks and wants so many more. */
  QueueTrace reports(long job, int used, int wanted) {
    uses.put(job, new JobUse(job, TASK.times(used), TASK.times(wanted), TASK));
    return this;
  }

  /** As {@link #reports}, and sends it. */
  QueueTrace reported() {
    promises.delivered(
        MasterEvent.at(0),
        new JobsReported(SchedulerEvent.at(0), 1, sequence, new ArrayList<>(uses.values())));
    return this;
  }

  // Attempts.

  private static long id(int number) {
    return ReservationId.of(ReservationId.base(0, 1), 0, number);
  }

  QueueTrace places(int number, long job, Tier tier) {
    var spec = specs.getOrDefault(job, job("root", "", 20));
    var work = Work.of(job, spec, 0, number, 1);
    promises.sent(
        NodeEvent.at(0),
        new PlaceTask(SchedulerEvent.at(0), id(number), Demand.of(TASK).with(tier), work));
    return this;
  }

  QueueTrace places(int number, long job) {
    return places(number, job, Tier.GUARANTEED);
  }

  /** One more attempt of the task that has this number. */
  QueueTrace placesTwin(int number, int task, long job) {
    var spec = specs.getOrDefault(job, job("root", "", 20));
    promises.sent(
        NodeEvent.at(0),
        new PlaceTask(
            SchedulerEvent.at(0), id(number), Demand.of(TASK), Work.of(job, spec, 0, task, 2)));
    return this;
  }

  QueueTrace claims(long job, int... numbers) {
    var transaction = new TransactionBuilder(0, TransactionOptions.STANDARD);
    int request = transaction.request(Request.of(job, TASK));
    for (int number : numbers) {
      transaction.claim(id(number), 0, request, 0);
    }
    promises.sent(
        MasterEvent.at(0),
        new CommitTransaction(SchedulerEvent.at(0), ++transactions, transaction.build()));
    return this;
  }

  QueueTrace promotes(int number) {
    promises.sent(NodeEvent.at(0), new PromoteTask(SchedulerEvent.at(0), id(number), ""));
    return this;
  }

  QueueTrace kills(int number) {
    promises.sent(NodeEvent.at(0), new KillTask(SchedulerEvent.at(0), nowNs, id(number)));
    return this;
  }

  QueueTrace returns(int number) {
    promises.delivered(
        SchedulerEvent.at(0), new ReservationReturned(0, id(number), ReturnReason.DRAINING, ""));
    return this;
  }

  QueueTrace dies() {
    promises.died(0);
    return this;
  }

  /** The step is over. */
  QueueTrace next() {
    promises.delivered(SchedulerEvent.at(0), new Wake(Tick.TICK));
    return this;
  }
}
