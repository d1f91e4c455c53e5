package dev.muster.core.event;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.TraceHash;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.StageReport;
import dev.muster.model.queue.QueueTree;
import dev.muster.model.queue.WaitReason;
import java.util.List;

/** What a client receives: from its user, and from the master and schedulers. */
public sealed interface ClientEvent extends Event
    permits ClientEvent.RequestJob,
        ClientEvent.AbandonJob,
        ClientEvent.RequestResize,
        ClientEvent.RequestSuspension,
        ClientEvent.RequestQueues,
        ClientEvent.JobAccepted,
        ClientEvent.JobRejected,
        ClientEvent.JobProgress,
        ClientEvent.JobEnded,
        ClientEvent.JobForgotten,
        ClientEvent.ResizeAccepted,
        ClientEvent.ResizeRejected,
        ClientEvent.JobWaits,
        ClientEvent.SuspensionRecorded,
        ClientEvent.QueuesRecorded,
        ClientEvent.QueuesRejected,
        Wake {

  static Address<ClientEvent> at(int index) {
    return new Address<>(Role.CLIENT, index);
  }

  /** The user requests a job. A request with the same key is the same job. */
  record RequestJob(String key, JobSpec job) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(key);
      Digest.add(hash, job);
    }
  }

  /** The user abandons the job that was requested with this key. */
  record AbandonJob(String key) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(key);
    }
  }

  /**
   * The user wants another number of tasks in a stage of the job that was requested under this key.
   */
  record RequestResize(String key, String stage, int tasks) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(key).add(stage).add(tasks);
    }
  }

  /**
   * @param revision of the latest resize of the job that the cell knows of; 0 where there is none
   */
  record JobAccepted(String key, long job, int revision) implements ClientEvent {

    /** A job that was never resized. */
    public JobAccepted(String key, long job) {
      this(key, job, 0);
    }

    @Override
    public void trace(TraceHash hash) {
      hash.add(key).add(job).add(revision);
    }
  }

  /** The job is invalid or past a limit. Nothing was recorded. */
  record JobRejected(String key, String why) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(key).add(why);
    }
  }

  /** The progress of a job; sent at most so often, and may be lost. */
  record JobProgress(long job, List<StageReport> stages) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job);
      Digest.add(hash, stages);
    }
  }

  record JobEnded(JobReport report) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      Digest.add(hash, report);
    }
  }

  /** The stage has this many tasks from now on, whoever dies. */
  record ResizeAccepted(String key, long job, int revision, String stage, int tasks)
      implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(key).add(job).add(revision).add(stage).add(tasks);
    }
  }

  /**
   * The stage keeps its size; or the job ended first, and its report has the sizes.
   *
   * @param key empty where another client has the job
   * @param job 0 where the key is of no job that was accepted
   * @param revision 0 where the request was not sent to the master
   * @param why begins with the name of the field that is wrong
   */
  record ResizeRejected(String key, long job, int revision, String why) implements ClientEvent {

    /** The reason where the revision was used for another resize of the job. */
    public static final String OVERTAKEN = "`revision`: another resize of the job came before";

    @Override
    public void trace(TraceHash hash) {
      hash.add(key).add(job).add(revision).add(why);
    }
  }

  /** The user wants the job of this key to start nothing new, or to go on. */
  record RequestSuspension(String key, boolean on) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(key).add(on);
    }
  }

  /** The operator wants these queues; the revision is above that of any request before. */
  record RequestQueues(long revision, QueueTree tree) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      Digest.add(hash.add(revision), tree);
    }
  }

  /**
   * The job is not admitted yet; said from time to time.
   *
   * @param why in numbers
   * @param place in the line of its queue, from 1
   * @param length of the line
   * @param expectedNs in how long the job is expected to be admitted; below zero where nobody can
   *     say
   */
  record JobWaits(long job, WaitReason reason, String why, int place, int length, long expectedNs)
      implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job).add(reason.ordinal()).add(why).add(place).add(length).add(expectedNs);
    }
  }

  /** The answer to {@code ChangeSuspension}. */
  record SuspensionRecorded(long job, int revision, boolean on) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job).add(revision).add(on);
    }
  }

  /**
   * The cell has the queues of this revision.
   *
   * @param revision the latest on record: a later one than asked for where another came before
   */
  record QueuesRecorded(long revision) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(revision);
    }
  }

  /** The cell keeps the queues that it has. */
  record QueuesRejected(long revision, List<String> problems) implements ClientEvent {

    public QueuesRejected {
      problems = List.copyOf(problems);
    }

    @Override
    public void trace(TraceHash hash) {
      hash.add(revision).addTexts(problems);
    }
  }

  /** The job ended so long ago that the master no longer has its report. */
  record JobForgotten(long job) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job);
    }
  }
}
