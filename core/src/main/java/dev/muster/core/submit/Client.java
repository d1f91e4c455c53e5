package dev.muster.core.submit;

import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.Accepted;
import dev.muster.core.event.ClientEvent.Ended;
import dev.muster.core.event.ClientEvent.Forgotten;
import dev.muster.core.event.ClientEvent.GiveUp;
import dev.muster.core.event.ClientEvent.Progress;
import dev.muster.core.event.ClientEvent.Refused;
import dev.muster.core.event.ClientEvent.Request;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.Wake;
import dev.muster.core.flat.LongMap;
import dev.muster.core.loop.Actor;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Effects;
import dev.muster.core.loop.Timing;
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
      case Request request -> request(nowNs, request, out);
      case GiveUp giveUp -> giveUp(giveUp, out);
      case Accepted accepted -> accepted(nowNs, accepted, out);
      case Refused refused -> refused(refused, out);
      case Progress progress -> progress(nowNs, progress, out);
      case Ended ended -> close(ended.report().job(), ended, out);
      case Forgotten forgotten -> close(forgotten.job(), forgotten, out);
      case Wake _ -> beat(nowNs, out);
    }
  }

  private void request(long nowNs, Request request, Effects out) {
    if (byKey.containsKey(request.key())) {
      return;
    }
    if (byKey.size() >= MAX_OPEN) {
      out.tell(new Refused(request.key(), "this client has " + MAX_OPEN + " requests open"));
      return;
    }
    var open = new Open(request.key(), request.job());
    byKey.put(open.key, open);
    ask(nowNs, open, out);
    if (!beating) {
      beating = true;
      out.wake(nowNs + timing.beatNs(), 0);
    }
  }

  private void giveUp(GiveUp giveUp, Effects out) {
    var open = byKey.get(giveUp.key());
    if (open != null) {
      open.unwanted = true;
      if (open.job != NO_JOB) {
        out.send(master, new MasterEvent.Cancel(open.job));
      }
    }
  }

  private void accepted(long nowNs, Accepted accepted, Effects out) {
    var open = byKey.get(accepted.key());
    if (open == null || open.job != NO_JOB) {
      return;
    }
    open.job = accepted.job();
    open.heardNs = nowNs;
    byJob.put(open.job, open);
    out.tell(accepted);
    if (open.unwanted) {
      out.send(master, new MasterEvent.Cancel(open.job));
    }
  }

  private void refused(Refused refused, Effects out) {
    var open = byKey.get(refused.key());
    if (open != null && open.job == NO_JOB) {
      byKey.remove(refused.key());
      out.tell(refused);
    }
  }

  private void progress(long nowNs, Progress progress, Effects out) {
    var open = byJob.find(progress.job());
    if (open != null) {
      open.heardNs = nowNs;
      out.tell(progress);
    }
  }

  private void close(long job, ClientEvent end, Effects out) {
    var open = byJob.remove(job);
    if (open != null) {
      byKey.remove(open.key);
      out.tell(end);
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
      out.wake(nowNs + timing.beatNs(), 0);
    }
  }

  private void ask(long nowNs, Open open, Effects out) {
    open.heardNs = nowNs;
    if (open.job == NO_JOB) {
      out.send(master, new MasterEvent.Submit(open.key, open.spec, self));
      return;
    }
    if (open.unwanted) {
      out.send(master, new MasterEvent.Cancel(open.job));
    }
    out.send(master, new MasterEvent.Follow(open.job, self));
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
