package dev.muster.model.file.queue;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.model.file.Problem;
import dev.muster.model.file.Problems;
import dev.muster.model.file.UnreadableException;
import dev.muster.model.file.Yaml;
import dev.muster.model.file.YamlReader;
import dev.muster.model.file.YamlReader.FileKind;
import dev.muster.model.file.queue.ParsedQueues.InvalidQueues;
import dev.muster.model.file.queue.ParsedQueues.ValidQueues;
import java.util.List;

/** Parses the text of a file of queues into their tree, or a list of all problems. */
public final class QueueFile {

  /** Characters; enough for as many queues as a cell may have, with all of their fields. */
  public static final int MAX_TEXT = 4 * 1024 * 1024;

  /** Two levels for each queue below the root, and some for its fields; more is a problem there. */
  private static final FileKind KIND = new FileKind("a file of queues", 50);

  private QueueFile() {}

  /** Never throws, whatever the text. */
  public static ParsedQueues parse(String text) {
    if (text.length() > MAX_TEXT) {
      return invalid("is longer than " + formatCount(MAX_TEXT) + " characters");
    }
    try {
      var document = YamlReader.read(text, KIND);
      return document.isPresent() ? read(document.get()) : empty();
    } catch (UnreadableException e) {
      return new InvalidQueues(List.of(e.problem()));
    }
  }

  private static ParsedQueues read(Yaml document) {
    if (document instanceof Yaml.Text scalar && scalar.isNothing()) {
      return empty();
    }
    var problems = new Problems();
    if (!(document instanceof Yaml.Mapping mapping)) {
      problems.add(document, "", "expected the field `queues`, found " + document.found());
      return new InvalidQueues(problems.inOrder());
    }
    var reader = new QueuesReader(mapping, problems);
    var tree = reader.read();
    return problems.none()
        ? new ValidQueues(tree, reader.places())
        : new InvalidQueues(problems.inOrder());
  }

  private static ParsedQueues empty() {
    return invalid("is empty; name the queues of the cell as `queues`");
  }

  private static ParsedQueues invalid(String message) {
    return new InvalidQueues(List.of(new Problem(1, 1, "", message)));
  }
}
