package dev.muster.cli.option;

import dev.muster.cli.console.BadInputException;
import dev.muster.model.file.Problem;
import dev.muster.model.file.queue.ParsedQueues;
import dev.muster.model.file.queue.ParsedQueues.InvalidQueues;
import dev.muster.model.file.queue.ParsedQueues.ValidQueues;
import dev.muster.model.file.queue.QueueFile;
import dev.muster.model.queue.QueueTree;
import java.io.InputStream;
import java.util.List;

/**
 * A file of queues that the user named, read and checked.
 *
 * @param label what its problems are reported against
 */
public record QueuesFile(String label, ParsedQueues parsed) {

  /**
   * @param file its name, or {@code -} for standard input
   */
  public static QueuesFile read(String file, InputStream in) throws BadInputException {
    var source = SourceText.read(file, in, "a file of queues", QueueFile.MAX_TEXT);
    return new QueuesFile(source.label(), QueueFile.parse(source.text()));
  }

  /** For commands that need the queues: all problems of the file are one message. */
  public QueueTree tree() throws BadInputException {
    return switch (parsed) {
      case ValidQueues valid -> valid.tree();
      case InvalidQueues invalid ->
          throw new BadInputException(
              "%s is not a valid file of queues:%n%s"
                  .formatted(label, String.join("%n".formatted(), lines(invalid.problems()))));
    };
  }

  /** As compilers say it. */
  public List<String> lines(List<Problem> problems) {
    return problems.stream().map(problem -> label + ":" + problem).toList();
  }
}
