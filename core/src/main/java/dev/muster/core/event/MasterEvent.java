package dev.muster.core.event;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.TraceHash;
import dev.muster.core.cell.ContainerRequest;
import dev.muster.core.cell.Transaction;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.Load;
import dev.muster.model.OutputPlaces.OutputPlace;
import dev.muster.model.Resources;
import dev.muster.model.TaskId;
import dev.muster.model.queue.JobUse;
import dev.muster.model.queue.QueueTree;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a master receives: from clients, schedulers, nodes, and the log. */
public sealed interface MasterEvent extends Event
    permits MasterEvent.SubmitJob,
        MasterEvent.GetJob,
        MasterEvent.CancelJob,
        MasterEvent.ResizeStage,
        MasterEvent.ChangeSuspension,
        MasterEvent.ChangeQueues,
        MasterEvent.TakeOverJobs,
        MasterEvent.JobTaken,
        MasterEvent.JobsReported,
        MasterEvent.TasksSucceeded,
        MasterEvent.StageHeld,
        MasterEvent.HoldRejected,
        MasterEvent.JobFinished,
        MasterEvent.NodeReport,
        MasterEvent.GetMachines,
        MasterEvent.GetCellDelta,
        MasterEvent.CommitTransaction,
        MasterEvent.ClaimReleased,
        MasterEvent.RequestContainers,
        MasterEvent.WithdrawContainers,
        LogEvent,
        Wake {

  static Address<MasterEvent> at(int index) {
    return new Address<>(Role.MASTER, index);
  }

  /** Submit a job. The same key always means the same job. */
  record SubmitJob(String key, JobSpec job, Address<ClientEvent> client) implements MasterEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(key);
      Digest.add(hash, job);
      client.trace(hash);
    }
  }

  /** Query whether a job has ended. */
  record GetJob(long job, Address<ClientEvent> client) implements MasterEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job);
      client.trace(hash);
    }
  }

  record CancelJob(long job) implements MasterEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job);
    }
  }

  /**
   * A client wants another number of tasks in a stage of its job; repeated until {@code
   * ResizeAccepted} or {@code ResizeRejected}.
   *
   * @param revision grows with every resize of the job; the same revision is answered once
   */
  record ResizeStage(long job, int revision, String stage, int tasks, Address<ClientEvent> client)
      implements MasterEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job).add(revision).add(stage).add(tasks);
      client.trace(hash);
    }
  }

  /**
   * A client wants a job to start nothing new, or to go on; repeated until {@code
   * SuspensionRecorded} or the job has ended.
   *
   * @param revision grows with every such request about the job; stale ones are ignored
   */
  record ChangeSuspension(long job, int revision, boolean on, Address<ClientEvent> client)
      implements MasterEvent {
    @Override
    public void trace(TraceHash hash) {
      client.trace(hash.add(job).add(revision).add(on));
    }
  }

  /**
   * An operator wants these queues in place of those that the cell has; repeated until {@code
   * QueuesRecorded} or {@code QueuesRejected}.
   *
   * @param revision grows with every change of the queues; the same revision is the same change
   */
  record ChangeQueues(long revision, QueueTree tree, Address<ClientEvent> client)
      implements MasterEvent {
    @Override
    public void trace(TraceHash hash) {
      Digest.add(hash.add(revision), tree);
      client.trace(hash);
    }
  }

  /**
   * A scheduler has agreed to a resize: the stage is held, so that the stage does not end before
   * its new size is on record; repeated until {@code StageSizeRecorded}.
   */
  record StageHeld(
      Address<SchedulerEvent> scheduler, int epoch, long job, int revision, int stage, int tasks)
      implements MasterEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(epoch).add(job).add(revision).add(stage).add(tasks);
    }
  }

  /**
   * A scheduler rejects a resize. Not repeated: the client repeats its request until it is
   * answered.
   */
  record HoldRejected(
      Address<SchedulerEvent> scheduler, int epoch, long job, int revision, String why)
      implements MasterEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(epoch).add(job).add(revision).add(why);
    }
  }

  /**
   * A new epoch of a scheduler takes over the jobs of older epochs; repeated until it has them all.
   * Messages of older epochs are stale from now on.
   */
  record TakeOverJobs(Address<SchedulerEvent> scheduler, int epoch) implements MasterEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(epoch);
    }
  }

  /** This epoch of a scheduler has the job that was assigned to it. */
  record JobTaken(long job, int epoch) implements MasterEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job).add(epoch);
    }
  }

  /**
   * What the jobs of a scheduler use, and could use: the answer to {@code SharesChanged}.
   *
   * @param sequence of the message that this answers
   */
  record JobsReported(
      Address<SchedulerEvent> scheduler, int epoch, long sequence, List<JobUse> jobs)
      implements MasterEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(epoch).add(sequence).add(jobs.size());
      jobs.forEach(
          each -> hash.add(each.job()).add(each.used()).add(each.wanted()).add(each.each()));
    }
  }

  /**
   * Put successes of tasks on record, and which run again; repeated until {@code TasksRecorded}.
   *
   * @param batch grows with every batch of the job, over all epochs
   * @param outputs of these tasks, where a node has them
   * @param reopened tasks of earlier batches whose outputs are lost; they may be among the tasks
   */
  record TasksSucceeded(
      Address<SchedulerEvent> scheduler,
      int epoch,
      long job,
      long batch,
      List<TaskId> tasks,
      List<OutputPlace> outputs,
      List<TaskId> reopened)
      implements MasterEvent {

    /** Of tasks without outputs. */
    public TasksSucceeded(
        Address<SchedulerEvent> scheduler, int epoch, long job, long batch, List<TaskId> tasks) {
      this(scheduler, epoch, job, batch, tasks, List.of(), List.of());
    }

    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      Digest.addTasks(hash.add(epoch).add(job).add(batch), tasks);
      Digest.addPlaces(hash, outputs);
      Digest.addTasks(hash, reopened);
    }
  }

  /** A job has ended; repeated until {@code JobEndRecorded}. */
  record JobFinished(Address<SchedulerEvent> scheduler, int epoch, JobReport report)
      implements MasterEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(epoch);
      Digest.add(hash, report);
    }
  }

  /**
   * Capacity, attributes and load of a node; sent at every beat, and renews the lease of the node.
   *
   * @param epoch of the node: grows when the node starts, and when it joins again after it was
   *     declared dead
   * @param since the oldest epoch of the node in which something was launched that still runs; the
   *     present epoch where nothing does
   * @param version grows with every report of the node, over all of its epochs
   * @param atNs when the report was made, by the node's clock
   * @param attributes as the operator of the node named them
   * @param free what is guaranteed to nobody
   * @param opportunistic what of that opportunistic tasks have
   * @param draining whether the node accepts no new tasks
   * @param problem why the node is sick and should get nothing new; empty where it is well
   */
  record NodeReport(
      int node,
      int epoch,
      int since,
      long version,
      long atNs,
      Resources capacity,
      Map<String, String> attributes,
      Resources free,
      Resources opportunistic,
      int queued,
      int running,
      Load load,
      boolean draining,
      String problem)
      implements MasterEvent {

    public NodeReport {
      attributes =
          attributes.isEmpty()
              ? Collections.emptyMap()
              : Collections.unmodifiableMap(new TreeMap<>(attributes));
    }

    /** Of a node that has just started. */
    public static NodeReport of(int node, Resources capacity) {
      return of(node, capacity, Collections.emptyMap());
    }

    /** Of a node that has just started, with these attributes. */
    public static NodeReport of(int node, Resources capacity, Map<String, String> attributes) {
      return new NodeReport(
          node,
          1,
          1,
          1,
          0,
          capacity,
          attributes,
          capacity,
          Resources.NONE,
          0,
          0,
          Load.NONE,
          false,
          "");
    }

    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(epoch).add(since).add(version).add(atNs);
      hash.add(capacity);
      Digest.add(hash, attributes);
      hash.add(free);
      hash.add(opportunistic);
      hash.add(queued).add(running).add(draining);
      Digest.add(hash, load);
      hash.add(problem);
    }
  }

  /**
   * Get the machines that have changed since this version, and the nodes to avoid.
   *
   * @param scheduler who asks: a scheduler, or the monitor
   * @param avoided the sequence of the latest {@code NodesAvoided}
   */
  record GetMachines(Address<? super MembershipEvent> scheduler, long version, long avoided)
      implements MasterEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(version).add(avoided);
    }
  }

  /**
   * Get the changes of the cell state.
   *
   * @param partitions which ones; all where none is named
   * @param versions of the replica for each of these; below zero, or missing at the end, where the
   *     replica has nothing
   * @param waiting how many stages of the scheduler wait for placement
   */
  record GetCellDelta(
      Address<SchedulerEvent> scheduler, List<Integer> partitions, List<Long> versions, int waiting)
      implements MasterEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(waiting);
      hash.add(partitions.size());
      partitions.forEach(hash::add);
      hash.addNumbers(versions);
    }
  }

  /**
   * Commit a transaction; repeated until {@code TransactionDecided}.
   *
   * @param number grows with every transaction of the scheduler; the same number is the same
   *     transaction, and is decided once
   */
  record CommitTransaction(Address<SchedulerEvent> scheduler, long number, Transaction transaction)
      implements MasterEvent {

    private static final int EPOCH_SHIFT = 40;

    /** All transactions of this epoch of a scheduler have this number or a larger one. */
    public static long firstNumber(int epoch) {
      return ((long) epoch << EPOCH_SHIFT) + 1;
    }

    /** Whether two transactions of a scheduler are of the same epoch. */
    public static boolean isSameEpoch(long one, long other) {
      return one >> EPOCH_SHIFT == other >> EPOCH_SHIFT;
    }

    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      transaction.trace(hash.add(number));
    }
  }

  /**
   * The task of a claim has ended; repeated with its result, until the scheduler has acknowledged
   * the result and releases the claim itself.
   */
  record ClaimReleased(int node, Address<SchedulerEvent> scheduler, long claim)
      implements MasterEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash.add(node));
      hash.add(claim);
    }
  }

  /**
   * Place containers for a stage; repeated with changes, and from time to time, until each is
   * granted or withdrawn. A request with a smaller sequence than another of its stage is stale.
   *
   * @param term of the leader that the scheduler knows; one of another term tells its own and does
   *     nothing more, so that what was sent to an earlier leader grants nothing twice
   */
  record RequestContainers(
      Address<SchedulerEvent> scheduler,
      int epoch,
      long term,
      long sequence,
      ContainerRequest request)
      implements MasterEvent {

    /** The leader of most cells. */
    public static final long FIRST_TERM = 1;

    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(epoch).add(term).add(sequence);
      request.trace(hash);
    }
  }

  /**
   * Containers that are not wanted any more, be they granted or not; repeated until {@code
   * ContainersWithdrawn}. Requests of the stage with a smaller sequence are stale from now on.
   */
  record WithdrawContainers(
      Address<SchedulerEvent> scheduler,
      int epoch,
      long sequence,
      long job,
      int stage,
      List<Long> claims)
      implements MasterEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(epoch).add(sequence).add(job).add(stage).addNumbers(claims);
    }
  }

  /** The log has committed an entry, of this leader or of another. */
  record EntryCommitted(EntryId id, LogEntry entry) implements LogEvent {
    @Override
    public void trace(TraceHash hash) {
      id.trace(hash);
      entry.trace(hash);
    }
  }

  /**
   * The log is full or fails: neither this entry nor any later one of its leader is ever committed.
   *
   * @param why for clients
   */
  record AppendRefused(EntryId id, String why) implements LogEvent {
    @Override
    public void trace(TraceHash hash) {
      id.trace(hash);
      hash.add(why);
    }
  }

  /** The log has elected this master. Leaders of older terms may not know of it yet. */
  record LeadershipGained(long term) implements LogEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(term);
    }
  }

  /**
   * This master no longer leads in this term. What it has appended may or may not be committed
   * still.
   */
  record LeadershipLost(long term) implements LogEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(term);
    }
  }
}
