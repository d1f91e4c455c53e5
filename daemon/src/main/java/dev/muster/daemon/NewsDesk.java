package dev.muster.daemon;

import dev.muster.core.event.ClientEvent.AbandonJob;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.ClientEvent.JobForgotten;
import dev.muster.core.event.ClientEvent.JobProgress;
import dev.muster.core.event.ClientEvent.JobRejected;
import dev.muster.core.event.ClientEvent.RequestJob;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.Wake;
import dev.muster.host.Waits;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Hands each piece of the client's news to the submission it is about. Listeners are called on a
 * thread of their own: whatever they do, the loop of the actors goes on.
 */
final class NewsDesk {

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().name("cell-news").daemon().factory());
  private final Map<String, Submission> byKey = new ConcurrentHashMap<>();
  private final Map<Long, Submission> byJob = new ConcurrentHashMap<>();

  Submission open(String key, Consumer<ClientEvent> listener, BooleanSupplier giveUp) {
    var submission = new Submission(key, listener, thread, giveUp);
    byKey.put(key, submission);
    return submission;
  }

  /** Called on the loop of the client. */
  void hear(ClientEvent event) {
    switch (event) {
      case JobAccepted accepted -> accepted(accepted);
      case JobProgress progress -> progress(progress);
      case JobRejected refused -> refused(refused);
      case JobEnded ended -> ended(ended.report().job(), ended);
      case JobForgotten forgotten -> ended(forgotten.job(), forgotten);
      case RequestJob _, AbandonJob _, Wake _ -> throw new IllegalArgumentException("no news: " + event);
    }
  }

  /** Does something after the listeners have heard all that came before. */
  void later(Runnable task) {
    thread.execute(task);
  }

  void refused(JobRejected refused) {
    var submission = byKey.remove(refused.key());
    if (submission != null) {
      submission.ended(refused);
    }
  }

  /** Nobody heard of the request, so there will be no news of it. */
  void unheard(String key, Throwable cause) {
    var submission = byKey.remove(key);
    if (submission != null) {
      submission.failed(cause);
    }
  }

  private void accepted(JobAccepted accepted) {
    var submission = byKey.get(accepted.key());
    if (submission != null) {
      byJob.put(accepted.job(), submission);
      submission.accepted(accepted);
    }
  }

  private void progress(JobProgress progress) {
    var submission = byJob.get(progress.job());
    if (submission != null) {
      submission.progress(progress);
    }
  }

  private void ended(long job, ClientEvent event) {
    var submission = byJob.remove(job);
    if (submission != null) {
      byKey.remove(submission.key());
      submission.ended(event);
    }
  }

  /** Whoever still waits hears why there will be no news. */
  void fail(Throwable cause) {
    byKey.values().forEach(submission -> submission.failed(cause));
  }

  /** Lets listeners hear what is under way to them; there must be nobody left to bring more. */
  void close() {
    thread.shutdown();
    Waits.join(thread, CLOSE_LIMIT);
    fail(new IllegalStateException("the cell was closed"));
  }
}
