package dev.muster.core.event;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.TraceHash;
import dev.muster.core.cell.PartitionDelta;
import dev.muster.core.cell.TransactionResult;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.TaskSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** What a scheduler can be told. */
public sealed interface SchedulerEvent extends Event
    permits PlacementEvent,
        SchedulerEvent.JobsInherited,
        SchedulerEvent.AssignJob,
        SchedulerEvent.StopJob,
        SchedulerEvent.ExplainTask,
        SchedulerEvent.TasksRecorded,
        SchedulerEvent.JobEndRecorded,
        SchedulerEvent.MachineList,
        SchedulerEvent.GetTask,
        SchedulerEvent.TaskFinished,
        SchedulerEvent.ReservationReturned,
        SchedulerEvent.TaskPromoted,
        SchedulerEvent.ReservationsConfirmed,
        SchedulerEvent.ClaimsPreempted,
        SchedulerEvent.AttemptsListed,
        Wake {

  static Address<SchedulerEvent> at(int index) {
    return new Address<>(Role.SCHEDULER, index);
  }

  /**
   * What a new epoch of a scheduler takes over. Each job comes by itself as a {@link AssignJob}.
   *
   * @param view no view of the cell before this version has all nodes that older epochs could use
   * @param jobs all that were handed to older epochs and have not ended
   * @param claims what these have of the cell
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
   * The master hands over an admitted job; repeated until {@code JobTaken}.
   *
   * @param epoch of the scheduler that is meant; any other takes no notice
   * @param inherited whether an older epoch had it, so that nodes may have tasks of it
   * @param done its tasks that never run again
   */
  record AssignJob(
      long job,
      JobSpec spec,
      Address<ClientEvent> client,
      long submittedNs,
      int epoch,
      boolean inherited,
      TaskSet done)
      implements SchedulerEvent {

    /** A new job for the first epoch of a scheduler. */
    public AssignJob(long job, JobSpec spec, Address<ClientEvent> client, long submittedNs) {
      this(job, spec, client, submittedNs, 1, false, TaskSet.NONE);
    }

    @Override
    public void trace(TraceHash hash) {
      hash.add(job);
      Digest.add(hash, spec);
      client.trace(hash);
      hash.add(submittedNs).add(epoch).add(inherited);
      Digest.add(hash, done);
    }
  }

  /**
   * Why is a task where it is? Answered by publishing {@code TaskExplained}; from then on the
   * placements of the job leave their reasons.
   */
  record ExplainTask(long job, int stage, int index) implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job).add(stage).add(index);
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
  record MachineList(long version, List<Machine> machines) implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(version).add(machines.size());
      for (var machine : machines) {
        hash.add(machine.node());
        hash.add(machine.capacity());
        Digest.add(hash, machine.attributes());
      }
    }
  }

  /** One node: what it has in all, and what it is. */
  record Machine(int node, Resources capacity, Map<String, String> attributes) {

    /** Without attributes. */
    public Machine(int node, Resources capacity) {
      this(node, capacity, Collections.emptyMap());
    }
  }

  /**
   * How busy a node is.
   *
   * @param round the number of the round of questions, and {@code draw} of the one in it
   * @param load how many tasks run or wait there
   */
  record NodeProbed(int node, long round, int draw, int load) implements PlacementEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(round).add(draw).add(load);
    }
  }

  /** A reservation's turn has come; the node holds the room and asks for a task. */
  record GetTask(int node, long reservation, long ask) implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(reservation).add(ask);
    }
  }

  /**
   * A reservation has joined the line, but what runs there is expected to last; said once, by nodes
   * that were told to.
   *
   * @param forNs how long nobody will have a turn
   */
  record NodeBusy(int node, long reservation, long forNs) implements PlacementEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(reservation).add(forNs);
    }
  }

  /** A run has ended; repeated until {@code AcknowledgeResult}. */
  record TaskFinished(int node, long reservation, long job, int stage, int index, RunResult result)
      implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(reservation).add(job).add(stage).add(index);
      Digest.add(hash, result);
    }
  }

  /**
   * The node gives back what it was sent, and did not start it.
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

  /** Whether an opportunistic task is guaranteed from now on. */
  record TaskPromoted(int node, long reservation, boolean granted) implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(reservation).add(granted);
    }
  }

  /**
   * Which reservations the node holds and which it does not know.
   *
   * @param askedNs when the scheduler asked, by its own clock: what it bound since is not meant
   */
  record ReservationsConfirmed(int node, long askedNs, List<Long> held, List<Long> unknown)
      implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(askedNs).addNumbers(held).addNumbers(unknown);
    }
  }

  /**
   * What has changed in the state of the cell.
   *
   * @param committed the last transaction of this scheduler that the news know of
   * @param all how many partitions the cell has
   * @param lenders the schedulers that have nothing to place, where this one has the most to place:
   *     it may have their turns
   */
  record CellDelta(long committed, int all, List<Integer> lenders, List<PartitionDelta> partitions)
      implements PlacementEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(committed).add(all).add(lenders.size());
      lenders.forEach(hash::add);
      hash.add(partitions.size());
      partitions.forEach(news -> news.trace(hash));
    }
  }

  /** What came of the transaction of this number; it is on record. */
  record TransactionDecided(long number, TransactionResult result) implements PlacementEvent {
    @Override
    public void trace(TraceHash hash) {
      result.trace(hash.add(number));
    }
  }

  /** Claims of this scheduler that had to go for more important ones. */
  record ClaimsPreempted(List<Long> claims) implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.addNumbers(claims);
    }
  }

  /** What a node has of older epochs of a scheduler, for this one. */
  record AttemptsListed(int node, int epoch, List<HeldAttempt> held) implements SchedulerEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(epoch).add(held.size());
      for (var each : held) {
        hash.add(each.reservation()).add(each.job()).add(each.stage());
        hash.add(each.index()).add(each.attempt());
      }
    }
  }

  /** An attempt that waits with its task, is under way, or has ended and is not acknowledged. */
  record HeldAttempt(long reservation, long job, int stage, int index, int attempt) {}
}
