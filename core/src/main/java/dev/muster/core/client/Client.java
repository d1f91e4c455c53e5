package dev.muster.core.client;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
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
import dev.muster.core.event.ClientEvent.JobWaits;
import dev.muster.core.event.ClientEvent.QueuesRecorded;
import dev.muster.core.event.ClientEvent.QueuesRejected;
import dev.muster.core.event.ClientEvent.RequestJob;
import dev.muster.core.event.ClientEvent.RequestQueues;
import dev.muster.core.event.ClientEvent.RequestResize;
import dev.muster.core.event.ClientEvent.RequestSuspension;
import dev.muster.core.event.ClientEvent.ResizeAccepted;
import dev.muster.core.event.ClientEvent.ResizeRejected;
import dev.muster.core.event.ClientEvent.SuspensionRecorded;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.Wake;
import dev.muster.model.JobSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Submits jobs for a user: repeats each submission until the master answers and each query until
 * the job ends, and publishes every answer once.
 */
public final class Client implements Actor<ClientEvent> {

  /** How many jobs may be open at once; one more is rejected here. */
  public static final int MAX_OPEN = 1_000_000;

  enum ClientTimer implements Timer {
    /** Repeats what has no answer yet. */
    BEAT
  }

  /**
   * The states of a client's job.
   *
   * <pre>
   *   SUBMITTED ──► ACCEPTED ──► ENDED
   *       │             │          ▲
   *       ▼             ▼          │
   *   ABANDONED ──► CANCELLING ────┘     a rejected job ends at once
   * </pre>
   */
  enum ClientJobState implements Lifecycle.State<ClientJobState> {
    SUBMITTED,
    /** The user abandoned the job before the master answered. */
    ABANDONED,
    ACCEPTED,
    /** The user abandoned the job; the master has it. */
    CANCELLING,
    ENDED;

    @Override
    public boolean mayBecome(ClientJobState next) {
      return switch (this) {
        case SUBMITTED -> next == ACCEPTED || next == ABANDONED || next == ENDED;
        case ABANDONED -> next == CANCELLING || next == ENDED;
        case ACCEPTED -> next == CANCELLING || next == ENDED;
        case CANCELLING -> next == ENDED;
        case ENDED -> false;
      };
    }
  }

  /** A job of the client that has not ended. */
  private static final class ClientJob {
    final String key;
    final JobSpec spec;
    ClientJobState state = ClientJobState.SUBMITTED;
    long job;

    /** Counts the resizes of the job. */
    int revision;

    /** The resize that has no answer yet. */
    @Nullable RequestResize resize;

    long lastAnswerNs;

    ClientJob(String key, JobSpec spec) {
      this.key = key;
      this.spec = spec;
    }

    /** Whether the master has not answered yet. */
    boolean isUnanswered() {
      return state == ClientJobState.SUBMITTED || state == ClientJobState.ABANDONED;
    }

    /** The resize that this answers; null where the answer is stale. */
    @Nullable RequestResize answerResize(int answered) {
      var request = resize;
      if (request == null || revision != answered) {
        return null;
      }
      resize = null;
      return request;
    }

    boolean isAbandoned() {
      return state == ClientJobState.ABANDONED || state == ClientJobState.CANCELLING;
    }
  }

  private final Address<ClientEvent> self;
  private final Address<MasterEvent> master;
  private final Timing timing;
  private final Lifecycle<ClientJobState> lifecycle = new Lifecycle<>(ClientJobState.class);
  private final Map<String, ClientJob> byKey = new LinkedHashMap<>();
  private final LongMap<ClientJob> byJob = new LongMap<>();
  private final SuspensionRequests suspensions;
  private final QueueRequests queues;
  private boolean beating;

  public Client(int index, Address<MasterEvent> master, Timing timing) {
    this.self = ClientEvent.at(index);
    this.master = master;
    this.timing = timing;
    this.suspensions = new SuspensionRequests(self, master);
    this.queues = new QueueRequests(self, master);
  }

  @Override
  public void on(long nowNs, ClientEvent event, Effects out) {
    switch (event) {
      case RequestJob request -> submit(nowNs, request, out);
      case AbandonJob abandon -> abandon(abandon, out);
      case RequestResize resize -> resize(resize, out);
      case RequestSuspension request -> suspend(request, out);
      case RequestQueues request -> {
        queues.request(request, out);
        beatSoon(nowNs, out);
      }
      case JobAccepted accepted -> accepted(nowNs, accepted, out);
      case JobRejected rejected -> rejected(rejected, out);
      case ResizeAccepted accepted -> resized(accepted, out);
      case ResizeRejected rejected -> resizeRejected(rejected, out);
      case JobWaits waits -> waits(nowNs, waits, out);
      case SuspensionRecorded recorded -> suspensions.recorded(recorded, out);
      case QueuesRecorded recorded -> queues.recorded(recorded, out);
      case QueuesRejected rejected -> queues.rejected(rejected, out);
      case JobProgress progress -> progress(nowNs, progress, out);
      case JobEnded ended -> ended(ended.report().job(), ended, out);
      case JobForgotten forgotten -> ended(forgotten.job(), forgotten, out);
      case Wake _ -> beat(nowNs, out);
    }
  }

  private void submit(long nowNs, RequestJob request, Effects out) {
    if (byKey.containsKey(request.key())) {
      return;
    }
    if (byKey.size() >= MAX_OPEN) {
      out.publish(new JobRejected(request.key(), "this client has " + MAX_OPEN + " requests open"));
      return;
    }
    var job = new ClientJob(request.key(), request.job());
    byKey.put(job.key, job);
    send(nowNs, job, out);
    beatSoon(nowNs, out);
  }

  private void beatSoon(long nowNs, Effects out) {
    if (!beating) {
      beating = true;
      out.wake(nowNs + timing.beatNs(), ClientTimer.BEAT);
    }
  }

  /** Unknown and unaccepted jobs are ignored: there is nothing to suspend. */
  private void suspend(RequestSuspension request, Effects out) {
    var job = byKey.get(request.key());
    if (job != null && !job.isUnanswered()) {
      suspensions.request(job.job, request.on(), out);
    }
  }

  private void waits(long nowNs, JobWaits waits, Effects out) {
    var job = byJob.find(waits.job());
    if (job != null) {
      job.lastAnswerNs = nowNs;
      out.publish(waits);
    }
  }

  private void abandon(AbandonJob abandon, Effects out) {
    var job = byKey.get(abandon.key());
    if (job == null) {
      return;
    }
    if (!job.isAbandoned()) {
      change(job, job.isUnanswered() ? ClientJobState.ABANDONED : ClientJobState.CANCELLING);
    }
    if (!job.isUnanswered()) {
      out.send(master, new MasterEvent.CancelJob(job.job));
    }
  }

  /** One resize of a job at a time; asking twice for the same is harmless. */
  private void resize(RequestResize resize, Effects out) {
    var job = byKey.get(resize.key());
    if (job == null) {
      var why = "`key`: no open job was requested under `" + resize.key() + "`";
      out.publish(new ResizeRejected(resize.key(), 0, 0, why));
    } else if (job.resize == null) {
      job.resize = resize;
      job.revision++;
      sendResize(job, out);
    } else if (!job.resize.equals(resize)) {
      var why = "`job`: another resize has no answer yet";
      out.publish(new ResizeRejected(job.key, job.job, 0, why));
    }
  }

  private void sendResize(ClientJob job, Effects out) {
    var resize = job.resize;
    if (resize != null && !job.isUnanswered()) {
      out.send(
          master,
          new MasterEvent.ResizeStage(job.job, job.revision, resize.stage(), resize.tasks(), self));
    }
  }

  /** A client that started anew may have used the revision of an older resize. */
  private void resized(ResizeAccepted accepted, Effects out) {
    var job = byJob.find(accepted.job());
    var request = job == null ? null : job.answerResize(accepted.revision());
    if (request == null) {
      return;
    }
    boolean isOurs =
        request.stage().equals(accepted.stage()) && request.tasks() == accepted.tasks();
    out.publish(
        isOurs
            ? accepted
            : new ResizeRejected(
                request.key(), accepted.job(), accepted.revision(), ResizeRejected.OVERTAKEN));
  }

  private void resizeRejected(ResizeRejected rejected, Effects out) {
    var job = byJob.find(rejected.job());
    if (job != null && job.answerResize(rejected.revision()) != null) {
      out.publish(rejected);
    }
  }

  private void accepted(long nowNs, JobAccepted accepted, Effects out) {
    var job = byKey.get(accepted.key());
    if (job == null || !job.isUnanswered()) {
      return;
    }
    change(job, job.isAbandoned() ? ClientJobState.CANCELLING : ClientJobState.ACCEPTED);
    job.job = accepted.job();
    job.lastAnswerNs = nowNs;
    job.revision += accepted.revision();
    byJob.put(job.job, job);
    out.publish(accepted);
    sendResize(job, out);
    if (job.isAbandoned()) {
      out.send(master, new MasterEvent.CancelJob(job.job));
    }
  }

  private void rejected(JobRejected rejected, Effects out) {
    var job = byKey.get(rejected.key());
    if (job != null && job.isUnanswered()) {
      end(job, rejected, out);
    }
  }

  private void progress(long nowNs, JobProgress progress, Effects out) {
    var job = byJob.find(progress.job());
    if (job != null) {
      job.lastAnswerNs = nowNs;
      out.publish(progress);
    }
  }

  private void ended(long number, ClientEvent end, Effects out) {
    var job = byJob.remove(number);
    suspensions.ended(number);
    if (job != null) {
      end(job, end, out);
    }
  }

  private void end(ClientJob job, ClientEvent end, Effects out) {
    change(job, ClientJobState.ENDED);
    byKey.remove(job.key);
    if (job.resize != null) {
      var why =
          end instanceof JobRejected
              ? "`job`: was rejected"
              : "`job`: ended before the resize was answered";
      out.publish(new ResizeRejected(job.key, job.job, job.revision, why));
    }
    out.publish(end);
  }

  private void change(ClientJob job, ClientJobState to) {
    job.state = lifecycle.change(job.state, to);
  }

  private void beat(long nowNs, Effects out) {
    for (var job : byKey.values()) {
      if (job.isAbandoned() || nowNs - job.lastAnswerNs >= timing.repeatAfterNs()) {
        send(nowNs, job, out);
      }
      sendResize(job, out);
    }
    suspensions.beat(out);
    queues.beat(out);
    beating = !byKey.isEmpty() || !queues.isIdle();
    if (beating) {
      out.wake(nowNs + timing.beatNs(), ClientTimer.BEAT);
    }
  }

  private void send(long nowNs, ClientJob job, Effects out) {
    job.lastAnswerNs = nowNs;
    if (job.isUnanswered()) {
      out.send(master, new MasterEvent.SubmitJob(job.key, job.spec, self));
      return;
    }
    if (job.isAbandoned()) {
      out.send(master, new MasterEvent.CancelJob(job.job));
    }
    out.send(master, new MasterEvent.GetJob(job.job, self));
  }

  @Override
  public List<Lifecycle<?>> lifecycles() {
    return List.of(lifecycle);
  }
}
