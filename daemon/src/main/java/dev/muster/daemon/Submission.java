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
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A job that was asked for, until its end. */
public final class Submission {

  private final String key;
  private final Consumer<ClientEvent> listener;
  private final Executor news;
  private final BooleanSupplier giveUp;
  private final AtomicReference<@Nullable ClientEvent> progress = new AtomicReference<>();
  private final CompletableFuture<ClientEvent> end = new CompletableFuture<>();

  /**
   * @param listener hears the news on the thread of {@code news}
   * @param giveUp tells the cell that the job is no longer wanted, and whether it heard that
   */
  Submission(String key, Consumer<ClientEvent> listener, Executor news, BooleanSupplier giveUp) {
    this.key = key;
    this.listener = listener;
    this.news = news;
    this.giveUp = giveUp;
  }

  String key() {
    return key;
  }

  /**
   * Asks for the end of the job; it comes when the last of its processes has ended.
   *
   * @return whether the cell heard it; one that is closed, broken or too busy does not
   */
  public boolean cancel() {
    return giveUp.getAsBoolean();
  }

  /**
   * Waits for the last piece of news: {@code Ended}, {@code Refused}, or {@code Forgotten} if
   * nobody asked in time.
   *
   * @throws IllegalStateException if the cell broke or was closed before, or never listened
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

  /** Does something once {@link #await()} returns at once, whether with news or with a failure. */
  public void whenOver(Runnable action) {
    var _ = end.whenComplete((_, _) -> action.run());
  }

  private static IllegalStateException broken(ExecutionException failure) {
    return new IllegalStateException("there will be no news of the job", failure.getCause());
  }

  /** Of progress only the latest counts, so a slow listener never has a queue before it. */
  void progress(ClientEvent latest) {
    if (progress.getAndSet(latest) == null) {
      news.execute(this::tellProgress);
    }
  }

  private void tellProgress() {
    var latest = progress.getAndSet(null);
    if (latest != null) {
      listener.accept(latest);
    }
  }

  void accepted(ClientEvent event) {
    news.execute(() -> listener.accept(event));
  }

  /** The listener hears the end before those who wait for it go on. */
  void ended(ClientEvent event) {
    news.execute(
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
