package dev.muster.daemon;

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
import dev.muster.core.event.Wake;
import dev.muster.host.Waits;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The submissions without their end. Each answer that the client publishes goes to the submission
 * it is about; listeners are called on a thread of their own, so that none holds up the actors.
 */
final class ClientSubmissions {

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().name("cell-answers").daemon().factory());
  private final Map<String, Submission> byKey = new ConcurrentHashMap<>();
  private final Map<Long, Submission> byJob = new ConcurrentHashMap<>();

  Submission open(String key, Consumer<ClientEvent> listener, Predicate<ClientEvent> request) {
    var submission = new Submission(key, listener, thread, request);
    byKey.put(key, submission);
    return submission;
  }

  /** Called on the loop of the client. */
  void answer(ClientEvent event) {
    switch (event) {
      case JobAccepted accepted -> accepted(accepted);
      case JobProgress progress -> progress(progress);
      case JobRejected rejected -> rejected(rejected);
      case JobEnded ended -> ended(ended.report().job(), ended);
      case JobForgotten forgotten -> ended(forgotten.job(), forgotten);
      case ResizeAccepted accepted -> resized(accepted.key(), accepted);
      case ResizeRejected rejected -> resized(rejected.key(), rejected);
      case JobWaits waits ->
          Optional.ofNullable(byJob.get(waits.job())).ifPresent(each -> each.progress(waits));
      case SuspensionRecorded recorded ->
          Optional.ofNullable(byJob.get(recorded.job())).ifPresent(each -> each.answered(recorded));
      case QueuesRecorded _, QueuesRejected _ -> {} // of the operator
      case RequestJob _,
          AbandonJob _,
          RequestResize _,
          RequestSuspension _,
          RequestQueues _,
          Wake _ ->
          throw new IllegalArgumentException("no answer: " + event);
    }
  }

  /** Runs a task after the listeners have had all earlier answers. */
  void later(Runnable task) {
    thread.execute(task);
  }

  void rejected(JobRejected rejected) {
    Optional.ofNullable(byKey.remove(rejected.key())).ifPresent(each -> each.ended(rejected));
  }

  /** The request was not taken, so there will be no answer. */
  void failed(String key, Throwable cause) {
    Optional.ofNullable(byKey.remove(key)).ifPresent(each -> each.failed(cause));
  }

  private void accepted(JobAccepted accepted) {
    var submission = byKey.get(accepted.key());
    if (submission != null) {
      byJob.put(accepted.job(), submission);
      submission.answered(accepted);
    }
  }

  private void resized(String key, ClientEvent answer) {
    Optional.ofNullable(byKey.get(key)).ifPresent(each -> each.answered(answer));
  }

  private void progress(JobProgress progress) {
    Optional.ofNullable(byJob.get(progress.job())).ifPresent(each -> each.progress(progress));
  }

  private void ended(long job, ClientEvent event) {
    var submission = byJob.remove(job);
    if (submission != null) {
      byKey.remove(submission.key());
      submission.ended(event);
    }
  }

  void fail(Throwable cause) {
    byKey.values().forEach(submission -> submission.failed(cause));
  }

  /** Delivers what is under way to listeners; nothing more may be published. */
  void close() {
    thread.shutdown();
    Waits.join(thread, CLOSE_LIMIT);
    fail(new IllegalStateException("the cell was closed"));
  }
}
