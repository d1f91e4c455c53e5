package dev.muster.core.event;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.TraceHash;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.StageReport;
import java.util.List;

/** What the client can be told: by its user, and by the cell. */
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

  /** The user wants this job run. The key makes asking twice harmless. */
  record RequestJob(String key, JobSpec job) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(key);
      Digest.add(hash, job);
    }
  }

  /** The user no longer wants the job that was requested under this key. */
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

  /** The cell will not take the job now: a limit is reached. Nothing was recorded. */
  record JobRejected(String key, String why) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(key).add(why);
    }
  }

  /** How far the job is; sent now and then, never promised. */
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

  /** The job ended so long ago that the cell no longer knows how. */
  record JobForgotten(long job) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job);
    }
  }
}
