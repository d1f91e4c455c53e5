package dev.muster.process.journal;

import dev.muster.host.IoErrors;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The thread that writes a journal: all that came while it wrote goes into its next write.
 *
 * <p>Runs that cannot be put on file are refused one by one. All else is kept in memory until it
 * can be; that is at most five entries for each run that did begin, whose number has a limit.
 */
final class JournalWriter {
  private static final System.Logger LOGGER = System.getLogger(JournalWriter.class.getName());

  /** How long after a failed write the next one is tried, if nobody asks for it before. */
  private static final long RETRY_MS = 200;

  private record WriteRequest(JournalEntry entry, CompletableFuture<Boolean> written) {}

  private final JournalFile file;
  private final RunRecord.RunRecords records;
  private List<WriteRequest> waiting = new ArrayList<>();
  private boolean stopped;
  private String whyStopped = "the node is closing";

  /** What could not be written, in order; only the thread uses it. */
  private List<WriteRequest> overdue = new ArrayList<>();

  /** What is being written; only the thread uses it. */
  private List<WriteRequest> taken = new ArrayList<>();

  private boolean failing;

  JournalWriter(JournalFile file, RunRecord.RunRecords records) {
    this.file = file;
    this.records = records;
  }

  void take(JournalEntry entry) {
    take(entry, new CompletableFuture<>());
  }

  /**
   * @param written completes when the entry is on file; fails only for a run that begins
   */
  synchronized void take(JournalEntry entry, CompletableFuture<Boolean> written) {

    if (stopped) {
      written.completeExceptionally(new IOException(whyStopped));
      return;
    }
    waiting.add(new WriteRequest(entry, written));
    notifyAll();
  }

  /** What was taken until now is still written. */
  synchronized void stop() {

    stopped = true;
    notifyAll();
  }

  void run() {
    try (file) {
      while (await()) {
        write();
      }
      write();
    } catch (InterruptedException nobodyDoesThat) {
      Thread.currentThread().interrupt();
    } catch (IOException unimportant) {
      // It was being closed.
    } catch (RuntimeException | Error broken) {
      giveUp(broken);
    }
  }

  /** Nobody may wait for a thread that is gone, and nothing may start that is not on file. */
  private void giveUp(Throwable broken) {
    var why = "its journal broke, and works again when the node is restarted: " + broken;
    LOGGER.log(Level.ERROR, "no task starts on this node: " + why, broken);
    List<WriteRequest> lost = new ArrayList<>(taken);
    synchronized (this) {
      stopped = true;
      whyStopped = why;
      lost.addAll(waiting);
      waiting = new ArrayList<>();
    }

    lost.forEach(each -> each.written.completeExceptionally(new IOException(why)));
  }

  private synchronized boolean await() throws InterruptedException {

    while (waiting.isEmpty() && !stopped) {
      if (overdue.isEmpty()) {
        wait();
      } else {
        wait(RETRY_MS);
        return !stopped;
      }
    }
    return !stopped;
  }

  private synchronized List<WriteRequest> next() {

    var next = waiting;
    waiting = new ArrayList<>();
    return next;
  }

  private void write() {
    taken = next();
    var entries = new ArrayList<>(overdue);
    taken.stream().filter(this::concerns).forEach(entries::add);
    try {
      if (!entries.isEmpty()) {
        file.append(entries.stream().map(each -> EntryCodec.encode(each.entry)).toList());
      }
      written();
    } catch (IOException refused) {
      refuse(entries, refused);
    }
  }

  /** Entries are applied in order: a run that begins is known to the entries that follow. */
  private boolean concerns(WriteRequest request) {
    boolean concerned = records.concerns(request.entry);
    records.apply(request.entry);
    return concerned;
  }

  private void written() {
    if (failing) {
      LOGGER.log(Level.INFO, "the journal can be written again");
      failing = false;
    }
    overdue = new ArrayList<>();
    taken.forEach(each -> each.written.complete(true));
    tidy();
  }

  /**
   * Runs that did not begin must leave no trace; what is known of others is still to be written.
   */
  private void refuse(List<WriteRequest> entries, IOException why) {
    if (!failing) {
      LOGGER.log(Level.WARNING, "no task starts while this lasts: " + why.getMessage());
      failing = true;
    }
    overdue = new ArrayList<>();
    for (var request : entries) {
      if (request.entry instanceof JournalEntry.RunBegun) {
        records.apply(new JournalEntry.RunForgotten(request.entry.run()));
        request.written.completeExceptionally(why);
      } else {
        overdue.add(request);
      }
    }
  }

  private void tidy() {
    if (file.isMostlyPast()) {
      try {
        file.rewrite(records.all().stream().flatMap(each -> each.entries().stream()).toList());
      } catch (IOException refused) {
        LOGGER.log(Level.WARNING, "the journal keeps its size: " + IoErrors.reason(refused));
      }
    }
  }
}
