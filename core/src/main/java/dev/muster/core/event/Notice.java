package dev.muster.core.event;

import dev.muster.core.actor.Event;
import dev.muster.core.actor.TraceHash;
import dev.muster.core.cell.Transaction;
import dev.muster.core.cell.TransactionResult;
import dev.muster.model.Explanation;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;

/**
 * Events that actors publish to the driver, in addition to answers to the client. Drivers use them
 * to locate outputs and to explain waits.
 */
public sealed interface Notice extends Event {

  /** A scheduler has the job; published before any output of the job. */
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

  /**
   * A node gets nothing new for now, or again gets tasks.
   *
   * @param reason why the node is avoided; empty where the node is no longer
   */
  record NodeAvoided(int node, String reason) implements Notice {
    @Override
    public void trace(TraceHash hash) {
      hash.add(node).add(reason);
    }
  }

  /** A node is dead and has left the cell. */
  record NodeDied(int node) implements Notice {
    @Override
    public void trace(TraceHash hash) {
      hash.add(node);
    }
  }

  /** Of a node that was declared dead and is back: what it had was given up. */
  record NodeGivenUp(int node) implements Notice {
    @Override
    public void trace(TraceHash hash) {
      hash.add(node);
    }
  }

  /**
   * A stage of a job has another size: whoever reads the stage reads the outputs of so many tasks.
   */
  record StageSizeChanged(long job, int stage, int tasks) implements Notice {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job).add(stage).add(tasks);
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

  /**
   * An attempt has ended, and its output is stored on its node: the logs, and the files where the
   * attempt is the one that its task succeeded with. The latest such place is where the output is.
   *
   * @param bytes the size of the files; 0 where there are logs only
   */
  record OutputStored(long job, int stage, int index, int node, long bytes) implements Notice {

    /**
     * @param counts whether the task has its result from this attempt
     */
    public static OutputStored of(SchedulerEvent.TaskFinished task, boolean counts) {
      long bytes = counts && task.result().succeeded() ? task.result().outputBytes() : 0;
      return new OutputStored(task.job(), task.stage(), task.index(), task.node(), bytes);
    }

    @Override
    public void trace(TraceHash hash) {
      hash.add(job).add(stage).add(index).add(node).add(bytes);
    }
  }

  /**
   * The output of a task that succeeded is lost.
   *
   * @param again whether the task runs again, because others need its output
   */
  record OutputLost(long job, int stage, int index, boolean again) implements Notice {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job).add(stage).add(index).add(again);
    }
  }
}
