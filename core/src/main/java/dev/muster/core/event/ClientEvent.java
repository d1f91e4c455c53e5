package dev.muster.core.event;

import dev.muster.core.loop.Address;
import dev.muster.core.loop.Event;
import dev.muster.core.loop.Role;
import dev.muster.core.loop.TraceHash;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.StageReport;
import java.util.List;

/** What the client can be told: by its user, and by the cell. */
public sealed interface ClientEvent extends Event
    permits ClientEvent.Request,
        ClientEvent.GiveUp,
        ClientEvent.Accepted,
        ClientEvent.Refused,
        ClientEvent.Progress,
        ClientEvent.Ended,
        ClientEvent.Forgotten,
        Wake {

  static Address<ClientEvent> at(int index) {
    return new Address<>(Role.CLIENT, index);
  }

  /** The user wants this job run. The key makes asking twice harmless. */
  record Request(String key, JobSpec job) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(key);
      Digest.add(hash, job);
    }
  }

  /** The user no longer wants the job that was requested under this key. */
  record GiveUp(String key) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(key);
    }
  }

  record Accepted(String key, long job) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(key).add(job);
    }
  }

  /** The cell will not take the job now: a limit is reached. Nothing was recorded. */
  record Refused(String key, String why) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(key).add(why);
    }
  }

  /** How far the job is; sent now and then, never promised. */
  record Progress(long job, List<StageReport> stages) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job);
      Digest.add(hash, stages);
    }
  }

  record Ended(JobReport report) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      Digest.add(hash, report);
    }
  }

  /** The job ended so long ago that the cell no longer knows how. */
  record Forgotten(long job) implements ClientEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(job);
    }
  }
}
