package dev.muster.model.file.queue;

import dev.muster.model.file.Problem;
import dev.muster.model.queue.QueueTree;
import java.util.List;

/** The result of parsing a file of queues. */
public sealed interface ParsedQueues {

  /**
   * @param places where in the file the queues are
   */
  record ValidQueues(QueueTree tree, QueuePlaces places) implements ParsedQueues {}

  /** All problems at once, in the order of the lines; never empty. */
  record InvalidQueues(List<Problem> problems) implements ParsedQueues {
    public InvalidQueues {
      problems = List.copyOf(problems);
    }
  }
}
