package dev.muster.daemon;

import dev.muster.core.event.ClientEvent;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A job that was asked for, until its end. */
public final class Submission {

  private final String key;
  private final Consumer<ClientEvent> listener;
  private final Executor answers;
  private final Predicate<ClientEvent> requests;
  private final AtomicReference<@Nullable ClientEvent> progress = new AtomicReference<>();
  private final CompletableFuture<ClientEvent> end = new CompletableFuture<>();

  /**
   * @param listener receives the answers on the thread of {@code answers}
   * @param requests asks the cell for something, and says whether the cell has taken that
   */
  Submission(
      String key,
      Consumer<ClientEvent> listener,
      Executor answers,
      Predicate<ClientEvent> requests) {
    this.key = key;
    this.listener = listener;
    this.answers = answers;
    this.requests = requests;
  }

  String key() {
    return key;
  }

  /**
   * Asks for the end of the job; it comes when the last of its processes has ended.
   *
   * @return whether the cell has taken the request; a closed, broken or overloaded one does not
   */
  public boolean cancel() {
    return requests.test(new ClientEvent.AbandonJob(key));
  }

  /**
   * Asks for another number of tasks in a stage of the job, while it runs. The listener gets the
   * answer: {@code ResizeAccepted}, or {@code ResizeRejected} with the reason; none once the job
   * has ended.
   *
   * @return whether the cell has taken the request
   */
  public boolean resize(String stage, int tasks) {
    return requests.test(new ClientEvent.RequestResize(key, stage, tasks));
  }

  /**
   * Asks for the job to start nothing new, or to go on. The listener gets {@code
   * SuspensionRecorded} once that is on record; nothing where the job was not accepted yet, or has
   * ended.
   *
   * @return whether the cell has taken the request
   */
  public boolean suspend(boolean on) {
    return requests.test(new ClientEvent.RequestSuspension(key, on));
  }

  /**
   * Waits for the last answer: {@code JobEnded}, {@code JobRejected}, or {@code JobForgotten} if
   * nobody asked in time.
   *
   * @throws IllegalStateException if the cell broke or was closed before, or did not take the
   *     request
   */
  public ClientEvent await() throws InterruptedException {
    try {
      return end.get();
    } catch (ExecutionException failure) {
      throw broken(failure);
    }
  }

  /** As {@link #await()}; empty if the end does not come in time. */
  public Optional<ClientEvent> await(Duration limit) throws InterruptedException {
    try {
      return Optional.of(end.get(limit.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException late) {
      return Optional.empty();
    } catch (ExecutionException failure) {
      throw broken(failure);
    }
  }

  /** Runs the action once {@link #await()} returns or fails at once. */
  public void whenOver(Runnable action) {
    var _ = end.whenComplete((_, _) -> action.run());
  }

  private static IllegalStateException broken(ExecutionException failure) {
    return new IllegalStateException("there will be no answer about the job", failure.getCause());
  }

  /** Of progress only the latest counts, so a slow listener never has a queue before it. */
  void progress(ClientEvent latest) {
    if (progress.getAndSet(latest) == null) {
      answers.execute(this::publishProgress);
    }
  }

  private void publishProgress() {
    var latest = progress.getAndSet(null);
    if (latest != null) {
      listener.accept(latest);
    }
  }

  void answered(ClientEvent event) {
    answers.execute(() -> listener.accept(event));
  }

  /** The listener has the end before those who wait for it go on. */
  void ended(ClientEvent event) {
    answers.execute(
        () -> {
          try {
            listener.accept(event);
          } finally {
            end.complete(event);
          }
        });
  }

  void failed(Throwable cause) {
    end.completeExceptionally(cause);
  }
}
