package dev.muster.core.event;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.TraceHash;
import dev.muster.core.cell.Container;
import dev.muster.core.cell.ContainerRequest;
import dev.muster.core.cell.ContainerWait;
import dev.muster.core.cell.PackedLoads;
import dev.muster.core.cell.PartitionDelta;
import dev.muster.core.cell.TransactionResult;
import dev.muster.model.AttemptPhase;
import dev.muster.model.JobSpec;
import dev.muster.model.Load;
import dev.muster.model.OutputPlaces.StagePlaces;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.TaskSet;
import dev.muster.model.Usage;
import dev.muster.model.queue.JobAllowance;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** What a scheduler receives: from the master, from nodes, and from operators. */
public sealed interface SchedulerEvent extends Event
    permits PlacementEvent,
        SchedulerEvent.JobsInherited,
        SchedulerEvent.AssignJob,
        SchedulerEvent.StopJob,
        SchedulerEvent.SharesChanged,
        SchedulerEvent.HoldStage,
        SchedulerEvent.StageSizeRecorded,
        SchedulerEvent.ExplainTask,
        SchedulerEvent.TasksRecorded,
        SchedulerEvent.JobEndRecorded,
        MembershipEvent,
        SchedulerEvent.GetTask,
        SchedulerEvent.TaskFinished,
        SchedulerEvent.ReservationReturned,
        SchedulerEvent.TaskPromoted,
        SchedulerEvent.ReservationsConfirmed,
        SchedulerEvent.AttemptsReported,
        SchedulerEvent.ClaimsPreempted,
        SchedulerEvent.AttemptsListed,
        Wake {

  static Address<SchedulerEvent> at(int index) {
    return new Address<>(Role.SCHEDULER, index);
  }

  /**
   * What a new epoch of a scheduler takes over. Each job follows as an {@link AssignJob}.
   *
   * @param view the first version of the list of machines with all nodes that older epochs could
   *     use
   * @param jobs of older epochs that have not ended
   * @param claims of older epochs
   */
  record JobsInherited(int epoch, long view, List<Long> jobs, List<Long> claims)
      implements SchedulerEvent {

    /** Of older epochs without claims. */
    public JobsInherited(int epoch, long view, List<Long> jobs) {
      this(epoch, view, jobs, List.of());
    }

    @Override
    public void trace(TraceHash hash) {
      hash.add(epoch).add(view).addNumbers(jobs).addNumbers(claims);
    }
  }

  /**
   * The scheduler gets an admitted job; repeated until {@code JobTaken}.
   *
   * @param epoch of the scheduler that gets the job; others ignore the message
   * @param inherited whether an older epoch had the job, so that nodes may have attempts of it
   * @param done the tasks that have succeeded
   * @param revision of the latest resize that the sizes of its stages include
   * @param outputs of the tasks that have succeeded, where a node has them
   * @param share of the job until {@code SharesChanged} says otherwise
   */
  record AssignJob(
      long job,
      JobSpec spec,
      Address<ClientEvent> client,
      long submittedNs,
      int epoch,
      boolean inherited,
      TaskSet done,
      int revision,
      List<StagePlaces> outputs,
      JobAllowance share)
      implements SchedulerEvent {

    /** A job that may use any amount. */
    public AssignJob(
        long job,
        JobSpec spec,
        Address<ClientEvent> client,
        long submittedNs,
        int epoch,
        boolean inherited,
        TaskSet done,
        int revision,
        List<StagePlaces> outputs) {
      this(
          job,
          spec,
          client,
          submittedNs,
          epoch,
          inherited,
          done,
          revision,
          outputs,
          JobAllowance.ANY);
    }

    /** A new job for the first epoch of a scheduler. */
    public AssignJob(long job, JobSpec spec, Address<ClientEvent> client, long submittedNs) {
      this(job, spec, client, submittedNs, 1, false, TaskSet.NONE, 0, List.of(), JobAllowance.ANY);
    }

    @Override
    public void trace(TraceHash hash) {
      hash.add(job);
      Digest.add(hash, spec);
      client.trace(hash);
      hash.add(submittedNs).add(epoch).add(inherited);
      Digest.add(hash, done);
      hash.add(revision);
      Digest.addStagePlaces(hash, outputs);
      Digest.add(hash, share);
    }
  }

  /**
   * What the jobs of the scheduler may use from now on; answered by {@code JobsReported}. Sent once
   * an interval where the cell has queues, and never repeated: the next one says it anew.
   *
   * @param sequence grows with every message; earlier ones are stale
   * @param shares of all jobs of the scheduler that are not free to use any amount
   */
  record SharesChanged(long sequence, List<ShareOfJob> shares) implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(sequence).add(shares.size());
      shares.forEach(each -> Digest.add(hash.add(each.job()), each.share()));
    }
  }

  /** The share of one job. */
  record ShareOfJob(long job, JobAllowance share) {}

  /**
   * Explain the placement of a task. {@code TaskExplained} is published, and reasons are kept for
   * later placements of the job.
   */
  record ExplainTask(long job, int stage, int index) implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job).add(stage).add(index);
    }
  }

  /**
   * The client of a job wants another number of tasks in a stage. Answered by {@code StageHeld} or
   * {@code HoldRejected}.
   *
   * @param epoch of the scheduler that has the job; others ignore the message
   */
  record HoldStage(int epoch, long job, int revision, int stage, int tasks)
      implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(epoch).add(job).add(revision).add(stage).add(tasks);
    }
  }

  /**
   * The master has the answer to a resize on record; the stage need not be held any more.
   *
   * @param tasks how many tasks the held stage has from now on: as before, where the resize was
   *     rejected
   */
  record StageSizeRecorded(long job, int revision, int tasks) implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job).add(revision).add(tasks);
    }
  }

  record StopJob(long job) implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job);
    }
  }

  /** The master has the successes of this batch on record. */
  record TasksRecorded(long job, long batch) implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job).add(batch);
    }
  }

  /** The master has the end of the job on record. */
  record JobEndRecorded(long job) implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job);
    }
  }

  /** The nodes of the cell as of this version. */
  record MachineList(long version, List<Machine> machines) implements MembershipEvent {
    @Override
    public void trace(TraceHash hash) {
      trace(hash.add(version), machines);
    }

    private static void trace(TraceHash hash, List<Machine> machines) {
      hash.add(machines.size());
      for (var machine : machines) {
        hash.add(machine.node()).add(machine.joined());
        hash.add(machine.capacity());
        Digest.add(hash, machine.attributes());
      }
    }
  }

  /**
   * The machines that changed between two versions of the list.
   *
   * @param from the version to which the changes apply; others ignore the message and ask
   * @param changed machines that joined or changed, as they are now
   * @param left nodes that were declared dead in between, whatever they have joined as since: all
   *     that was at them is lost
   */
  record MachinesChanged(long from, long version, List<Machine> changed, List<Integer> left)
      implements MembershipEvent {
    @Override
    public void trace(TraceHash hash) {
      MachineList.trace(hash.add(from).add(version), changed);
      hash.add(left.size());
      left.forEach(hash::add);
    }
  }

  /**
   * All nodes that get nothing new for now, because they are suspect or sick.
   *
   * @param sequence grows with every change of the set
   */
  record NodesAvoided(long sequence, List<AvoidedNode> nodes) implements MembershipEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(sequence).add(nodes.size());
      nodes.forEach(each -> hash.add(each.node()).add(each.reason()));
    }
  }

  /** A node to avoid, and why, in words for users. */
  record AvoidedNode(int node, String reason) {}

  /**
   * One machine: its capacity and attributes.
   *
   * @param joined the version of the list with which the machine joined; a later one for a machine
   *     that left and joined again
   */
  record Machine(int node, long joined, Resources capacity, Map<String, String> attributes) {

    /** Of a node that has always been there. */
    public Machine(int node, Resources capacity, Map<String, String> attributes) {
      this(node, 0, capacity, attributes);
    }

    /** Without attributes. */
    public Machine(int node, Resources capacity) {
      this(node, capacity, Collections.emptyMap());
    }
  }

  /**
   * The load of a node.
   *
   * @param round of probes
   * @param draw the probe of the round
   * @param load how many tasks run or wait at the node
   */
  record NodeProbed(int node, long round, int draw, int load) implements PlacementEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(round).add(draw).add(load);
    }
  }

  /** Get the task of a reservation for which the node has reserved resources. */
  record GetTask(int node, long reservation, long request) implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(reservation).add(request);
    }
  }

  /**
   * A reservation is queued at a node whose runs are expected to last; sent once, by nodes that are
   * configured to, and for reservations that are hedged.
   *
   * @param forNs how long no queued task is expected to start
   */
  record NodeBusy(int node, long reservation, long forNs) implements PlacementEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(reservation).add(forNs);
    }
  }

  /**
   * A run has ended; repeated until {@code AcknowledgeResult}.
   *
   * @param ranNs from its launch to its exit; 0 where the node does not know
   */
  record TaskFinished(
      int node, long reservation, long job, int stage, int index, RunResult result, long ranNs)
      implements SchedulerEvent {

    /** Of a node that does not know how long the run took. */
    public TaskFinished(
        int node, long reservation, long job, int stage, int index, RunResult result) {
      this(node, reservation, job, stage, index, result, 0);
    }

    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(reservation).add(job).add(stage).add(index);
      Digest.add(hash, result);
      hash.add(ranNs);
    }
  }

  /**
   * The node returns a task or reservation that it did not start.
   *
   * @param detail the numbers behind the reason
   */
  record ReservationReturned(int node, long reservation, ReturnReason reason, String detail)
      implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(reservation).add(reason.ordinal()).add(detail);
    }
  }

  /** The answer to {@code PromoteTask}. */
  record TaskPromoted(int node, long reservation, boolean granted) implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(reservation).add(granted);
    }
  }

  /**
   * Which reservations the node holds, and which it does not know.
   *
   * @param sentNs when the request was sent, by the scheduler's clock; later attempts are not meant
   */
  record ReservationsConfirmed(int node, long sentNs, List<Long> held, List<Long> unknown)
      implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(sentNs).addNumbers(held).addNumbers(unknown);
    }
  }

  /**
   * How watched attempts fare at a node: sent when one arrives, when it starts, and from time to
   * time. Never repeated: the next report says what a lost one said.
   *
   * @param sentNs by the node's clock; a report that was sent before another is stale
   * @param load of the node, with its wait matrix
   */
  record AttemptsReported(int node, long sentNs, Load load, List<AttemptStatus> attempts)
      implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      Digest.add(hash.add(node).add(sentNs), load);
      hash.add(attempts.size());
      for (var each : attempts) {
        hash.add(each.reservation()).add(each.phase().ordinal()).add(each.ns());
        Digest.add(hash, each.usage());
      }
    }
  }

  /**
   * How one attempt fares.
   *
   * @param ns of a queued attempt how long until the node expects to start it, {@code
   *     WaitMatrix.NEVER} where it cannot say; else the wall time since its start
   * @param usage so far; none where it has not started or was not measured
   */
  record AttemptStatus(long reservation, AttemptPhase phase, long ns, Usage usage) {}

  /**
   * The changes of the cell state since the versions of a replica.
   *
   * @param committed the latest transaction of this scheduler that the delta includes
   * @param all how many partitions the cell has
   * @param lenders idle schedulers whose refreshes this one may use, if it has the longest backlog
   */
  record CellDelta(long committed, int all, List<Integer> lenders, List<PartitionDelta> partitions)
      implements PlacementEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(committed).add(all).add(lenders.size());
      lenders.forEach(hash::add);
      hash.add(partitions.size());
      partitions.forEach(delta -> delta.trace(hash));
    }
  }

  /** The result of the transaction of this number; on record. */
  record TransactionDecided(long number, TransactionResult result) implements PlacementEvent {
    @Override
    public void trace(TraceHash hash) {
      result.trace(hash.add(number));
    }
  }

  /**
   * What the monitor has learnt of the load of nodes; the answer to {@code GetLoads}.
   *
   * @param instance of the monitor: a later one has forgotten what an earlier one knew
   * @param from the sequence after which the delta begins; ignored by a scheduler that has seen
   *     another
   * @param upTo the sequence up to which it goes
   * @param more whether the delta was cut short: there is more to ask for at once
   */
  record LoadDelta(long instance, long from, long upTo, boolean more, PackedLoads loads)
      implements PlacementEvent {
    @Override
    public void trace(TraceHash hash) {
      loads.trace(hash.add(instance).add(from).add(upTo).add(more));
    }
  }

  /**
   * Containers of a stage that the cell state has for its scheduler; repeated until a later request
   * of the stage names them no more.
   *
   * @param term of the leader; what an earlier leader granted and the scheduler has not received
   *     the present one grants
   */
  record ContainersGranted(long term, long job, int stage, List<Container> containers)
      implements PlacementEvent {
    @Override
    public void trace(TraceHash hash) {
      ContainerRequest.trace(hash.add(term).add(job).add(stage), containers);
    }
  }

  /** The cell state has none of these containers, and never will. */
  record ContainersWithdrawn(long term, long job, int stage, List<Long> claims)
      implements PlacementEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(term).add(job).add(stage).addNumbers(claims);
    }
  }

  /**
   * A request for containers has arrived; the answer to each that is not stale.
   *
   * @param sequence of the request; {@link #ANOTHER_TERM} where it named another term than this
   */
  record ContainersAwaited(long term, long sequence, long job, int stage, ContainerWait why)
      implements PlacementEvent {

    public static final long ANOTHER_TERM = 0;

    @Override
    public void trace(TraceHash hash) {
      why.trace(hash.add(term).add(sequence).add(job).add(stage));
    }
  }

  /** Claims of this scheduler that were preempted. */
  record ClaimsPreempted(List<Long> claims) implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.addNumbers(claims);
    }
  }

  /** The attempts of older epochs at a node. */
  record AttemptsListed(int node, int epoch, List<HeldAttempt> held) implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(epoch).add(held.size());
      for (var each : held) {
        hash.add(each.reservation()).add(each.job()).add(each.stage());
        hash.add(each.index()).add(each.attempt());
        if (each.opportunistic()) {
          hash.add(true);
        }
      }
    }
  }

  /** An attempt that is queued, running, or ended and not acknowledged. */
  record HeldAttempt(
      long reservation, long job, int stage, int index, int attempt, boolean opportunistic) {

    /** A guaranteed one. */
    public HeldAttempt(long reservation, long job, int stage, int index, int attempt) {
      this(reservation, job, stage, index, attempt, false);
    }
  }
}
