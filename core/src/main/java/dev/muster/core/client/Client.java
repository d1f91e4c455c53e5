package dev.muster.core.client;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.AbandonJob;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.ClientEvent.JobForgotten;
import dev.muster.core.event.ClientEvent.JobProgress;
import dev.muster.core.event.ClientEvent.JobRejected;
import dev.muster.core.event.ClientEvent.RequestJob;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.Wake;
import dev.muster.model.JobSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The user's end of the conversation: asks the master again until every request has its answer and
 * every accepted job its end, and tells its user each piece of news once.
 */
public final class Client implements Actor<ClientEvent> {

  /** How many requests may be open at once; one more is refused here. */
  public static final int MAX_OPEN = 1_000_000;

  enum ClientTimer implements Timer {
    /** Repeats what has no answer yet. */
    BEAT
  }

  private static final long NO_JOB = -1;

  private final Address<ClientEvent> self;
  private final Address<MasterEvent> master;
  private final Timing timing;
  private final Map<String, Open> byKey = new LinkedHashMap<>();
  private final LongMap<Open> byJob = new LongMap<>();
  private boolean beating;

  public Client(int index, Address<MasterEvent> master, Timing timing) {
    this.self = ClientEvent.at(index);
    this.master = master;
    this.timing = timing;
  }

  @Override
  public void on(long nowNs, ClientEvent event, Effects out) {
    switch (event) {
      case RequestJob request -> request(nowNs, request, out);
      case AbandonJob giveUp -> giveUp(giveUp, out);
      case JobAccepted accepted -> accepted(nowNs, accepted, out);
      case JobRejected refused -> refused(refused, out);
      case JobProgress progress -> progress(nowNs, progress, out);
      case JobEnded ended -> close(ended.report().job(), ended, out);
      case JobForgotten forgotten -> close(forgotten.job(), forgotten, out);
      case Wake _ -> beat(nowNs, out);
    }
  }

  private void request(long nowNs, RequestJob request, Effects out) {
    if (byKey.containsKey(request.key())) {
      return;
    }
    if (byKey.size() >= MAX_OPEN) {
      out.publish(new JobRejected(request.key(), "this client has " + MAX_OPEN + " requests open"));
      return;
    }
    var open = new Open(request.key(), request.job());
    byKey.put(open.key, open);
    ask(nowNs, open, out);
    if (!beating) {
      beating = true;
      out.wake(nowNs + timing.beatNs(), ClientTimer.BEAT);
    }
  }

  private void giveUp(AbandonJob giveUp, Effects out) {
    var open = byKey.get(giveUp.key());
    if (open != null) {
      open.unwanted = true;
      if (open.job != NO_JOB) {
        out.send(master, new MasterEvent.CancelJob(open.job));
      }
    }
  }

  private void accepted(long nowNs, JobAccepted accepted, Effects out) {
    var open = byKey.get(accepted.key());
    if (open == null || open.job != NO_JOB) {
      return;
    }
    open.job = accepted.job();
    open.heardNs = nowNs;
    byJob.put(open.job, open);
    out.publish(accepted);
    if (open.unwanted) {
      out.send(master, new MasterEvent.CancelJob(open.job));
    }
  }

  private void refused(JobRejected refused, Effects out) {
    var open = byKey.get(refused.key());
    if (open != null && open.job == NO_JOB) {
      byKey.remove(refused.key());
      out.publish(refused);
    }
  }

  private void progress(long nowNs, JobProgress progress, Effects out) {
    var open = byJob.find(progress.job());
    if (open != null) {
      open.heardNs = nowNs;
      out.publish(progress);
    }
  }

  private void close(long job, ClientEvent end, Effects out) {
    var open = byJob.remove(job);
    if (open != null) {
      byKey.remove(open.key);
      out.publish(end);
    }
  }

  private void beat(long nowNs, Effects out) {
    for (var open : new ArrayList<>(byKey.values())) {
      if (open.unwanted || nowNs - open.heardNs >= timing.askAgainNs()) {
        ask(nowNs, open, out);
      }
    }
    beating = !byKey.isEmpty();
    if (beating) {
      out.wake(nowNs + timing.beatNs(), ClientTimer.BEAT);
    }
  }

  private void ask(long nowNs, Open open, Effects out) {
    open.heardNs = nowNs;
    if (open.job == NO_JOB) {
      out.send(master, new MasterEvent.SubmitJob(open.key, open.spec, self));
      return;
    }
    if (open.unwanted) {
      out.send(master, new MasterEvent.CancelJob(open.job));
    }
    out.send(master, new MasterEvent.GetJob(open.job, self));
  }

  /** A request without its end. */
  private static final class Open {
    final String key;
    final JobSpec spec;
    long job = NO_JOB;
    long heardNs;
    boolean unwanted;

    Open(String key, JobSpec spec) {
      this.key = key;
      this.spec = spec;
    }
  }
}
