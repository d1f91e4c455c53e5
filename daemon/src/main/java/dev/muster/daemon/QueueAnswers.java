package dev.muster.daemon;

import dev.muster.core.actor.Event;
import dev.muster.core.event.ClientEvent.QueuesRecorded;
import dev.muster.core.event.ClientEvent.QueuesRejected;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The changes of queues that have no answer yet. A later change takes the place of earlier ones.
 */
final class QueueAnswers {

  private static final String OVERTAKEN = "another change came before it was answered";

  /**
   * @param problems completed with the answer: why the queues stay as they are; empty where they
   *     changed
   */
  record QueueAnswer(long revision, CompletableFuture<List<String>> problems) {}

  private final AtomicLong revisions = new AtomicLong();
  private final ConcurrentSkipListMap<Long, CompletableFuture<List<String>>> open =
      new ConcurrentSkipListMap<>();

  QueueAnswer next() {
    long revision = revisions.incrementAndGet();
    var problems = new CompletableFuture<List<String>>();
    open.put(revision, problems);
    return new QueueAnswer(revision, problems);
  }

  void answered(Event event) {
    switch (event) {
      case QueuesRecorded recorded -> complete(recorded.revision(), List.of());
      case QueuesRejected rejected -> complete(rejected.revision(), rejected.problems());
      default -> {} // about jobs
    }
  }

  private void complete(long revision, List<String> problems) {
    var answered = open.remove(revision);
    if (answered != null) {
      answered.complete(problems);
    }
    var overtaken = open.headMap(revision);
    overtaken.values().forEach(each -> each.complete(List.of(OVERTAKEN)));
    overtaken.clear();
  }
}
