package dev.muster.model.file.queue;

import dev.muster.model.file.Fields;
import dev.muster.model.file.Problem;
import dev.muster.model.file.Yaml;
import dev.muster.model.rule.QueueProblem;
import java.util.ArrayList;
import java.util.List;

/** Where in a file the queues of its tree are, and each of their fields. */
public final class QueuePlaces {

  /** The queues right below the root are not among its own fields. */
  private static final String QUEUES = "queues";

  private final Fields file;
  private final List<PlacedQueue> queues = new ArrayList<>();

  /**
   * @param name of the queue, where it stands
   */
  private record PlacedQueue(Yaml name, Fields fields) {}

  QueuePlaces(Fields file) {
    this.file = file;
  }

  void add(Yaml name, Fields fields) {
    queues.add(new PlacedQueue(name, fields));
  }

  /** The same problem, with its place in the file. */
  public Problem problem(QueueProblem found) {
    var at = place(found.queue(), found.field());
    var fields = fields(found.queue(), found.field());
    var path = found.field().isEmpty() ? fields.path() : fields.path(found.field());
    return new Problem(at.line(), at.column(), path, found.message());
  }

  /**
   * The line of a field, or of the queue where it has no such field.
   *
   * @param queue its place in the tree, or {@link QueueProblem#TREE}
   */
  public int line(int queue, String field) {
    return place(queue, field).line();
  }

  Yaml place(int queue, String field) {
    var fields = fields(queue, field);
    boolean isGiven = fields.has(field.split("\\.")[0]);
    return isGiven || queue == QueueProblem.TREE ? fields.place(field) : queues.get(queue).name();
  }

  private Fields fields(int queue, String field) {
    boolean ofFile = queue == QueueProblem.TREE || (queue == 0 && field.equals(QUEUES));
    return ofFile ? file : queues.get(queue).fields();
  }
}
