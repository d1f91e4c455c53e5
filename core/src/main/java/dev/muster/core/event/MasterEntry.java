package dev.muster.core.event;

import dev.muster.core.loop.Address;
import dev.muster.core.loop.LogEntry;
import dev.muster.core.loop.TraceHash;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The master's decisions: the only things that change what it must never forget. */
public sealed interface MasterEntry extends LogEntry
    permits MasterEntry.JobAccepted,
        MasterEntry.TasksDone,
        MasterEntry.JobClosed,
        MasterEntry.NodeKnown,
        MasterEntry.SchedulerKnown {

  record JobAccepted(
      long job, String key, JobSpec spec, Address<ClientEvent> client, long submittedNs)
      implements MasterEntry {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job).add(key);
      Digest.add(hash, spec);
      client.trace(hash);
      hash.add(submittedNs);
    }
  }

  /**
   * These tasks of a job have succeeded and never run again.
   *
   * @param batch grows with every entry about the job
   * @param tasks their numbers in the job
   */
  record TasksDone(long job, long batch, List<Integer> tasks) implements MasterEntry {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job).add(batch).add(tasks.size());
      tasks.forEach(hash::add);
    }
  }

  record JobClosed(JobReport report) implements MasterEntry {
    @Override
    public void trace(TraceHash hash) {
      Digest.add(hash, report);
    }
  }

  /** A node has this and is this, from now on. */
  record NodeKnown(int node, Resources capacity, Map<String, String> attributes)
      implements MasterEntry {

    public NodeKnown {
      attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
    }

    /** Of a node without attributes. */
    public NodeKnown(int node, Resources capacity) {
      this(node, capacity, Collections.emptyMap());
    }

    @Override
    public void trace(TraceHash hash) {
      hash.add(node);
      Digest.add(hash, capacity);
      Digest.add(hash, attributes);
    }
  }

  /** From now on this life of the scheduler speaks for its jobs, and no older one. */
  record SchedulerKnown(int scheduler, int life) implements MasterEntry {
    @Override
    public void trace(TraceHash hash) {
      hash.add(scheduler).add(life);
    }
  }
}
