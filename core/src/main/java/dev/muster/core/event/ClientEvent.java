package dev.muster.core.event;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.TraceHash;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.StageReport;
import java.util.List;

/** What a client receives: from its user, and from the master and schedulers. */
public sealed interface ClientEvent extends Event
    permits ClientEvent.RequestJob,
        ClientEvent.AbandonJob,
        ClientEvent.JobAccepted,
        ClientEvent.JobRejected,
        ClientEvent.JobProgress,
        ClientEvent.JobEnded,
        ClientEvent.JobForgotten,
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

  record JobAccepted(String key, long job) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(key).add(job);
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

  /** The job ended so long ago that the master no longer has its report. */
  record JobForgotten(long job) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job);
    }
  }
}
