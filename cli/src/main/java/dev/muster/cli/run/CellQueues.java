package dev.muster.cli.run;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.option.QueuesFile;
import dev.muster.cli.option.QueuesOption;
import dev.muster.model.queue.QueueTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gives a cell the queues of a file, and again whenever the file changes: all of them or none. A
 * file that is wrong is reported, and the cell keeps the queues that it has.
 */
final class CellQueues implements AutoCloseable {

  /** How often the file is looked at. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Asks the cell to change its queues; completed with what is in the way. */
  interface Cell extends Function<QueueTree, CompletableFuture<List<String>>> {}

  private final Console console;
  private final Cell cell;
  private @Nullable Thread watcher;

  /** What the cell has of the file; null while the file is not what the cell has. */
  private volatile @Nullable QueueTree current;

  private CellQueues(Console console, Cell cell) {
    this.console = console;
    this.cell = cell;
  }

  /** The cell has the queues when this returns. */
  static CellQueues start(Console console, QueuesOption option, Cell cell)
      throws BadInputException, InterruptedException {
    var queues = new CellQueues(console, cell);
    var tree = option.tree(console.in());
    if (tree.isPresent()) {
      var problems = queues.change(tree.get());
      if (!problems.isEmpty()) {
        throw new BadInputException("can't have these queues: " + String.join("; ", problems));
      }
      queues.current = tree.get();
    }
    option.path().ifPresent(queues::watch);
    return queues;
  }

  private List<String> change(QueueTree tree) throws InterruptedException {
    try {
      return cell.apply(tree).get();
    } catch (ExecutionException broken) {
      return List.of("the cell does not answer");
    }
  }

  private void watch(Path file) {
    watcher = Thread.ofVirtual().name("queues").start(() -> watchUntilClosed(file));
  }

  private void watchUntilClosed(Path file) {
    try {
      var seen = stamp(file);
      while (true) {
        Thread.sleep(LOOK);
        var now = stamp(file);
        if (!now.equals(seen)) {
          seen = now;
          reload(file);
        } else if (now.isEmpty() && current != null) {
          current = null;
          console.complain("the queues stay as they are: " + file + " is gone");
        }
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** Empty where there is no such file, for a moment maybe: editors replace files. */
  private static String stamp(Path file) {
    try {
      return Files.getLastModifiedTime(file) + " " + Files.size(file);
    } catch (IOException gone) {
      return "";
    }
  }

  /** A file that was only touched is no news. */
  private void reload(Path file) throws InterruptedException {
    try {
      if (!Files.exists(file)) {
        return;
      }
      var tree = QueuesFile.read(file.toString(), console.in()).tree();
      if (tree.equals(current)) {
        return;
      }
      var problems = change(tree);
      current = problems.isEmpty() ? tree : null;
      console.complain(
          problems.isEmpty()
              ? "the cell has the queues of " + file + " now"
              : "the queues stay as they are: " + String.join("; ", problems));
    } catch (BadInputException wrong) {
      current = null;
      console.complain("the queues stay as they are: " + wrong.why());
    }
  }

  @Override
  public void close() {
    if (watcher != null) {
      watcher.interrupt();
    }
  }
}
