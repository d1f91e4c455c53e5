package dev.muster.core.event;

import dev.muster.core.actor.Event;
import dev.muster.core.actor.TraceHash;
import dev.muster.core.cell.Transaction;
import dev.muster.core.cell.TransactionResult;
import dev.muster.model.Explanation;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;

/**
 * What actors publish about the cell besides the client's answers. A notice is sent to no actor:
 * whoever runs the cell subscribes, so that outputs are found and waits are explained.
 */
public sealed interface Notice extends Event
    permits Notice.JobStarted,
        OutputStored,
        Notice.NodeJoined,
        Notice.TransactionClosed,
        Notice.TaskExplained {

  /** A scheduler has taken the job on; published before any output of the job. */
  record JobStarted(long job, JobSpec spec) implements Notice {
    @Override
    public void trace(TraceHash hash) {
      Digest.add(hash.add(job), spec);
    }
  }

  /** The answer to {@code ExplainTask}. */
  record TaskExplained(long job, int stage, int index, Explanation why) implements Notice {
    @Override
    public void trace(TraceHash hash) {
      Digest.add(hash.add(job).add(stage).add(index), why);
    }
  }

  /** The machine of a node is on record: a new one, or one that has changed. */
  record NodeJoined(int node, Resources capacity) implements Notice {
    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(capacity);
    }
  }

  /** A transaction was decided; published where schedulers have limits. */
  record TransactionClosed(Transaction transaction, TransactionResult result) implements Notice {
    @Override
    public void trace(TraceHash hash) {
      transaction.trace(hash);
      result.trace(hash);
    }
  }
}
