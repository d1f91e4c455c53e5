package dev.muster.core.event;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.TraceHash;
import dev.muster.core.cell.CellEntry;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.core.cell.TransactionResult;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.OutputPlaces.OutputPlace;
import dev.muster.model.Resources;
import dev.muster.model.TaskId;
import dev.muster.model.queue.QueueTree;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The log entries of the master: the only changes of its replicated state. */
public sealed interface MasterEntry extends LogEntry {

  /**
   * A new leader decides nothing before this first entry of its term is applied: by then every
   * earlier entry that is ever committed is applied, and later ones of older terms are stale.
   *
   * @param master the index of the leader
   */
  record LeaderStarted(int master) implements MasterEntry {
    @Override
    public void trace(TraceHash hash) {
      hash.add(master);
    }
  }

  /**
   * A job is accepted.
   *
   * @param admitted whether a scheduler gets it now; else {@link JobAdmitted} follows, or its end
   * @param tokens of its queue that the job takes, where it is admitted; 0 where it needs none
   */
  record JobOpened(
      long job,
      String key,
      JobSpec spec,
      Address<ClientEvent> client,
      long submittedNs,
      boolean admitted,
      int tokens)
      implements MasterEntry {

    /** Of a job that needs no tokens of its queue. */
    public JobOpened(
        long job,
        String key,
        JobSpec spec,
        Address<ClientEvent> client,
        long submittedNs,
        boolean admitted) {
      this(job, key, spec, client, submittedNs, admitted, 0);
    }

    @Override
    public void trace(TraceHash hash) {
      hash.add(job).add(key);
      Digest.add(hash, spec);
      client.trace(hash);
      hash.add(submittedNs).add(admitted);
      if (tokens > 0) {
        hash.add(tokens);
      }
    }
  }

  /**
   * From now on a scheduler may have the job, and nodes may have attempts of it.
   *
   * @param tokens of its queue that the job takes until its end; 0 where it needs none
   */
  record JobAdmitted(long job, int tokens) implements MasterEntry {

    /** Of a job that needs no tokens of its queue. */
    public JobAdmitted(long job) {
      this(job, 0);
    }

    @Override
    public void trace(TraceHash hash) {
      hash.add(job);
      if (tokens > 0) {
        hash.add(tokens);
      }
    }
  }

  /**
   * A job starts nothing new from now on, or goes on.
   *
   * @param revision grows with every such change of the job
   */
  record SuspensionChanged(long job, int revision, boolean on) implements MasterEntry {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job).add(revision).add(on);
    }
  }

  /**
   * The cell has these queues from now on.
   *
   * @param revision grows with every change of the queues
   */
  record QueuesChanged(long revision, QueueTree tree) implements MasterEntry {
    @Override
    public void trace(TraceHash hash) {
      Digest.add(hash.add(revision), tree);
    }
  }

  /**
   * These tasks of a job have succeeded, and run again only if they are reopened.
   *
   * @param batch grows with every entry about the job
   * @param outputs of these tasks, where a node has them
   * @param reopened before that: tasks whose outputs are lost, and needed
   */
  record TasksCompleted(
      long job, long batch, List<TaskId> tasks, List<OutputPlace> outputs, List<TaskId> reopened)
      implements MasterEntry {

    /** Of tasks without outputs. */
    public TasksCompleted(long job, long batch, List<TaskId> tasks) {
      this(job, batch, tasks, List.of(), List.of());
    }

    @Override
    public void trace(TraceHash hash) {
      Digest.addTasks(hash.add(job).add(batch), tasks);
      Digest.addPlaces(hash, outputs);
      Digest.addTasks(hash, reopened);
    }
  }

  /** The stage of an open job has this many tasks from now on. */
  record StageResized(long job, int revision, int stage, int tasks) implements MasterEntry {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job).add(revision).add(stage).add(tasks);
    }
  }

  /**
   * The answer to a resize that is rejected, so that any leader repeats it.
   *
   * @param stage the name that the client gave
   */
  record StageResizeRejected(long job, int revision, String stage, int tasks, String why)
      implements MasterEntry {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job).add(revision).add(stage).add(tasks).add(why);
    }
  }

  record JobClosed(JobReport report) implements MasterEntry {
    @Override
    public void trace(TraceHash hash) {
      Digest.add(hash, report);
    }
  }

  /**
   * The capacity and attributes of a node, from now on.
   *
   * @param epoch of the node
   */
  record MachineRegistered(int node, int epoch, Resources capacity, Map<String, String> attributes)
      implements MasterEntry {

    public MachineRegistered {
      attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
    }

    /** Of the first epoch of a node without attributes. */
    public MachineRegistered(int node, Resources capacity) {
      this(node, 1, capacity, Collections.emptyMap());
    }

    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(epoch);
      hash.add(capacity);
      Digest.add(hash, attributes);
    }
  }

  /**
   * Nodes are dead: their machines leave with all claims on them, and whatever their epochs up to
   * these launched is given up. A node that has a later epoch on record stays.
   *
   * @param epochs of each of the nodes
   */
  record NodesDied(List<Integer> nodes, List<Integer> epochs) implements MasterEntry {

    /** How many nodes one entry may name; the others follow in further entries. */
    public static final int MAX_NODES = 10_000;

    @Override
    public void trace(TraceHash hash) {
      hash.add(nodes.size());
      nodes.forEach(hash::add);
      hash.add(epochs.size());
      epochs.forEach(hash::add);
    }
  }

  /**
   * The cell state changes. Every transaction has an entry, also one that changes nothing: its
   * answer is on record before it is given.
   *
   * @param number of the transaction; {@link #NO_TRANSACTION} for any other change
   * @param result of the transaction, as decided
   */
  record CellChanged(long number, CellEntry entry, TransactionResult result)
      implements MasterEntry {

    public static final long NO_TRANSACTION = 0;

    /** Without a transaction. */
    public CellChanged(CellEntry entry) {
      this(NO_TRANSACTION, entry, TransactionResult.NONE);
    }

    @Override
    public void trace(TraceHash hash) {
      entry.trace(hash.add(number));
      result.trace(hash);
    }
  }

  /**
   * The central scheduler has placed containers of one stage.
   *
   * @param claims of the scheduler of the job, and nothing else
   */
  record ContainersPlaced(long job, int stage, TransactionCommitted claims) implements MasterEntry {
    @Override
    public void trace(TraceHash hash) {
      claims.trace(hash.add(job).add(stage));
    }
  }

  /** A new epoch of a scheduler; messages of older epochs are stale from now on. */
  record SchedulerStarted(int scheduler, int epoch) implements MasterEntry {
    @Override
    public void trace(TraceHash hash) {
      hash.add(scheduler).add(epoch);
    }
  }
}
