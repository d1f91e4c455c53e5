package dev.muster.check;

import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.ClientEvent.JobRejected;
import dev.muster.core.event.ClientEvent.RequestJob;
import dev.muster.core.event.ClientEvent.ResizeAccepted;
import dev.muster.core.event.ClientEvent.ResizeRejected;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.core.event.MasterEntry.StageResizeRejected;
import dev.muster.core.event.MasterEntry.StageResized;
import dev.muster.core.event.MasterEntry.TasksCompleted;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.MasterEvent.JobTaken;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.NodeEvent.DrainNode;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.ListAttempts;
import dev.muster.core.event.NodeEvent.NodeExpelled;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.HeldAttempt;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.MachinesChanged;
import dev.muster.core.event.SchedulerEvent.StageSizeRecorded;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.model.Demand;
import dev.muster.model.Edge;
import dev.muster.model.Gang;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageReport;
import dev.muster.model.StageSpec;
import dev.muster.model.TaskId;
import dev.muster.model.Where;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A run written by hand, word by word, and watched by all checks. Two nodes of two cores; job 1 has
 * stage {@code a} of two tasks of one core, and {@code b} of one after it. A run's number is its
 * task's index plus ten times its stage.
 */
final class Trace {

  static final JobSpec JOB =
      JobSpec.of("job", stage("a", 2).withRetries(1), stage("b", 1).withRetries(1).withAfter("a"));

  final Promises promises =
      new Promises(
          List.of(new Resources(2_000, 100), new Resources(2_000, 100)),
          List.of(Map.of("disk", "ssd")),
          () -> this.nowNs);

  private long nowNs;
  private long batches;
  private long entries;

  Trace() {
    committed(new JobOpened(1, "k", JOB, ClientEvent.at(0), 0, true));
  }

  private Trace committed(MasterEntry entry) {
    promises.delivered(MasterEvent.at(0), new EntryCommitted(new EntryId(1, ++entries), entry));
    return this;
  }

  private static StageSpec stage(String name, int tasks) {
    return StageSpec.of(name, tasks, new Resources(1_000, 10), List.of("true"));
  }

  private static Work work(int stage, int index, int attempt) {
    return Work.of(1, JOB, stage, index, attempt);
  }

  private static long run(int stage, int index) {
    return 10L * stage + index;
  }

  Trace requested(String key) {
    promises.delivered(ClientEvent.at(0), new RequestJob(key, JOB));
    return this;
  }

  Trace accepted(String key, long job) {
    promises.delivered(ClientEvent.at(0), new JobAccepted(key, job));
    return this;
  }

  Trace refused(String key) {
    promises.delivered(ClientEvent.at(0), new JobRejected(key, "full"));
    return this;
  }

  /** Sent, which says nothing about whether it will arrive. */
  Trace assigned(int node, int stage, int index, int attempt) {
    var assign = new LaunchTask(run(stage, index), 1, work(stage, index, attempt));
    promises.sent(NodeEvent.at(node), assign);
    return this;
  }

  /** The first epoch of the scheduler gives a task of stage {@code a} to node 0. */
  Trace givenOut(int index) {
    long reservation = ReservationId.of(ReservationId.base(0, 1), 0, index);
    promises.sent(NodeEvent.at(0), new LaunchTask(reservation, 1, work(0, index, 1)));
    return this;
  }

  Trace launched(int node, int stage, int index, int attempt) {
    var work = work(stage, index, attempt);
    promises.delivered(SchedulerEvent.at(0), new AssignJob(1, JOB, ClientEvent.at(0), 0));
    promises.launched(
        node, new Launch(run(stage, index), 0, Demand.of(work.spec().resources()), work));
    return this;
  }

  /** A task of job 2, whose only stage says where it may run. */
  Trace launched(int node, Where where) {
    return launched(node, where, 0);
  }

  /** As {@link #launched}, so long after the job was planned. */
  Trace launched(int node, Where where, long afterNs) {
    var job = JobSpec.of("picky", stage("p", 1).withWhere(where));
    promises.delivered(SchedulerEvent.at(0), new AssignJob(2, job, ClientEvent.at(0), 0));
    var work = Work.of(2, job, 0, 0, 1);
    nowNs += afterNs;
    promises.launched(node, new Launch(99, 0, Demand.of(work.spec().resources()), work));
    return this;
  }

  /** A task of job 4 is launched, whose stage waits task by task for {@code a} with two tasks. */
  Trace launchedAfterItsOwn(int index, Integer... done) {
    var edges = List.of(Edge.oneToOne("a"));
    var job = JobSpec.of("own", stage("a", 2), stage("b", 2).withEdges(edges));
    promises.delivered(SchedulerEvent.at(0), new AssignJob(4, job, ClientEvent.at(0), 0));
    for (int upstream : done) {
      promises.sent(
          SchedulerEvent.at(0), new TaskFinished(0, upstream, 4, 0, upstream, RunResult.SUCCESS));
    }
    var work = Work.of(4, job, 1, index, 1);
    promises.launched(0, new Launch(40, 0, Demand.of(work.spec().resources()), work));
    return this;
  }

  /** The scheduler gives these tasks of job 3, a gang of three, to node 0, and goes on. */
  Trace gangStarts(Integer... tasks) {
    return gangStarts(Gang.REPLACE, tasks);
  }

  Trace gangStarts(Gang kind, Integer... tasks) {
    var job = JobSpec.of("gang", stage("g", 3).with(kind));
    for (int index : tasks) {
      var work = Work.of(3, job, 0, index, 1);
      var demand = Demand.of(work.spec().resources());
      promises.sent(NodeEvent.at(0), new PlaceTask(SchedulerEvent.at(0), 50 + index, demand, work));
      promises.delivered(NodeEvent.at(1), new RunExited(98, RunResult.SUCCESS));
    }
    promises.delivered(SchedulerEvent.at(0), new AssignJob(1, JOB, ClientEvent.at(0), 0));
    return this;
  }

  Trace exited(int node, int stage, int index) {
    promises.delivered(NodeEvent.at(node), new RunExited(run(stage, index), RunResult.SUCCESS));
    return this;
  }

  /** The scheduler hears a result and says whether it is on record. */
  Trace finished(int stage, int index, RunResult result, boolean recorded) {
    return told(stage, index, result).acknowledged(run(stage, index), recorded);
  }

  Trace told(int stage, int index, RunResult result) {
    long run = run(stage, index);
    var finished = new TaskFinished(0, run, 1, stage, index, result);
    promises.sent(SchedulerEvent.at(0), finished);
    promises.delivered(SchedulerEvent.at(0), finished);
    return this;
  }

  Trace acknowledged(long run, boolean recorded) {
    promises.sent(NodeEvent.at(0), new AcknowledgeResult(run, recorded));
    promises.delivered(NodeEvent.at(0), new AcknowledgeResult(run, recorded));
    return this;
  }

  /** The master's log has it that the task is done. */
  Trace recorded(int stage, int index) {
    return committed(new TasksCompleted(1, ++batches, List.of(new TaskId(stage, index))));
  }

  /** The log has it that node 0 is dead, with its first epoch. */
  Trace nodeDied() {
    return committed(new NodesDied(List.of(0), List.of(1)));
  }

  /** The log has it that this epoch of node 0 joins. */
  Trace nodeJoined(int epoch) {
    return committed(new MachineRegistered(0, epoch, new Resources(2_000, 100), Map.of()));
  }

  /** Node 0 learns that its first epoch is dead, then something else. */
  Trace expelled() {
    promises.delivered(NodeEvent.at(0), new NodeExpelled(1));
    promises.delivered(NodeEvent.at(0), new DrainNode(false));
    return this;
  }

  /** Stage {@code a} has another size by the master's log. */
  Trace resized(int revision, int tasks) {
    return committed(new StageResized(1, revision, 0, tasks));
  }

  /** The scheduler, which has the job, receives that. */
  Trace toldSize(int revision) {
    promises.delivered(SchedulerEvent.at(0), new AssignJob(1, JOB, ClientEvent.at(0), 0));
    promises.delivered(SchedulerEvent.at(0), new StageSizeRecorded(1, revision, 1));
    return this;
  }

  Trace resizeAccepted(int revision, int tasks) {
    return resizeAccepted(revision, "a", tasks);
  }

  Trace resizeAccepted(int revision, String stage, int tasks) {
    promises.sent(ClientEvent.at(0), new ResizeAccepted("k", 1, revision, stage, tasks));
    return this;
  }

  Trace resizeRejected(int revision, String why) {
    return committed(new StageResizeRejected(1, revision, "a", 4, why))
        .resizeRejectedOffRecord(revision, why);
  }

  Trace resizeRejectedOffRecord(int revision, String why) {
    promises.sent(ClientEvent.at(0), new ResizeRejected("k", 1, revision, why));
    return this;
  }

  /** The scheduler has the job. */
  Trace taken(int epoch) {
    promises.delivered(SchedulerEvent.at(0), new AssignJob(1, JOB, ClientEvent.at(0), 0));
    promises.sent(MasterEvent.at(0), new JobTaken(1, epoch));
    return this;
  }

  Trace died() {
    promises.died(0);
    return this;
  }

  /** The second epoch of the scheduler gives a task to node 1. */
  Trace givenAgain(int stage, int index) {
    long reservation = ReservationId.of(ReservationId.base(0, 2), 1, 1);
    promises.sent(NodeEvent.at(1), new LaunchTask(reservation, 1, work(stage, index, 1_000_001)));
    return this;
  }

  /** As {@link #givenAgain}, the first task of stage {@code a}, to a node. */
  Trace triedAgain(int node) {
    promises.sent(NodeEvent.at(node), new LaunchTask(77, 1, work(0, 0, 2)));
    return this;
  }

  /** The scheduler hears which machines there are, all as large as node 0. */
  Trace knows(long version, Integer... nodes) {
    var machines = Stream.of(nodes).map(Trace::machine).toList();
    promises.delivered(SchedulerEvent.at(0), new MachineList(version, machines));
    return this;
  }

  /** The scheduler hears that a machine has joined. */
  Trace joins(long from, long version, int node) {
    var changes = new MachinesChanged(from, version, List.of(machine(node)), List.of());
    promises.delivered(SchedulerEvent.at(0), changes);
    return this;
  }

  private static Machine machine(int node) {
    return new Machine(node, new Resources(2_000, 100));
  }

  /** The second epoch asks node 0 so many times what it has. */
  Trace asked(int times) {
    for (int i = 0; i < times; i++) {
      promises.sent(NodeEvent.at(0), new ListAttempts(SchedulerEvent.at(0), 2));
    }
    return this;
  }

  /** The log has that a node is dead. */
  Trace declaredDead(int node) {
    var died = new NodesDied(List.of(node), List.of(1));
    promises.delivered(MasterEvent.at(0), new EntryCommitted(new EntryId(1, ++entries), died));
    return this;
  }

  /** It hears that node 0 has this task. */
  Trace counted(int stage, int index) {
    var held = new HeldAttempt(run(stage, index), 1, stage, index, 1);
    promises.delivered(SchedulerEvent.at(0), new AttemptsListed(0, 2, List.of(held)));
    return this;
  }

  /** One task from assignment to record, as it should be. */
  Trace done(int stage, int index, int attempt) {
    return assigned(0, stage, index, attempt)
        .launched(0, stage, index, attempt)
        .exited(0, stage, index)
        .told(stage, index, RunResult.SUCCESS)
        .recorded(stage, index)
        .acknowledged(run(stage, index), true);
  }

  Trace failed(int stage, int index, int attempt) {
    return assigned(0, stage, index, attempt)
        .launched(0, stage, index, attempt)
        .exited(0, stage, index)
        .finished(stage, index, RunResult.failed(1, "no"), true);
  }

  Trace crashed(int node) {
    promises.crashed(node);
    return this;
  }

  Trace ended(JobState state, int succeeded, String... reasons) {
    return ended(state, 2, succeeded, reasons);
  }

  /** With so many tasks in stage {@code a}. */
  Trace ended(JobState state, int tasks, int succeeded, String... reasons) {
    var stages =
        List.of(
            new StageReport("a", tasks, 0, succeeded, 0, 2), new StageReport("b", 1, 0, 1, 0, 1));
    var report = new JobReport(1, "job", state, "x", stages, 0, 1, List.of(), 0, List.of(reasons));
    promises.delivered(ClientEvent.at(0), new JobEnded(report));
    return this;
  }

  Trace over() {
    promises.verifyAllEnded();
    return this;
  }
}
