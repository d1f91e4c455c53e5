package dev.muster.model.file.queue;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.model.file.Amount;
import dev.muster.model.file.Fields;
import dev.muster.model.file.Problems;
import dev.muster.model.file.Yaml;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import dev.muster.model.rule.QueueProblem;
import dev.muster.model.rule.QueueRules;
import dev.muster.model.text.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Reads which queues there are, each with the queues below it, and holds them against the rules for
 * all of them together.
 *
 * <p>A queue whose amounts have problems is not held against others: what it has is not known.
 */
final class QueuesReader {

  private static final List<String> KNOWN = List.of("reclaim-after", "root", "queues");
  private static final String QUEUES = "queues";
  private static final String EXPECTED = "the queues by their names";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+");

  private static final Amount RECLAIM_AFTER =
      new Amount(
          Amount.DURATION.expected(),
          Quantity::parseDurationNs,
          Quantity::formatDuration,
          0,
          QueueRules.MAX_RECLAIM_AFTER_NS);

  private final Fields file;
  private final Problems problems;
  private final QueuePlaces places;
  private final List<QueueSpec> specs = new ArrayList<>();
  private final List<Boolean> known = new ArrayList<>();
  private final Submitters submitters = new Submitters();
  private boolean full;

  QueuesReader(Yaml.Mapping mapping, Problems problems) {
    this.file = new Fields(mapping, "", KNOWN, problems);
    this.problems = problems;
    this.places = new QueuePlaces(file);
  }

  /** The tree is valid only if no problem was found. */
  QueueTree read() {
    long reclaimAfterNs = file.amount("reclaim-after", RECLAIM_AFTER, QueueTree.RECLAIM_AFTER_NS);
    var given = file.mapping("root");
    int before = problems.count();
    var root = new Fields(given, "root", QueueReader.KNOWN, problems);
    if (root.has(QUEUES)) {
      root.reject(QUEUES, "stand beside `root`, at the top of the file");
    }
    add(before, file.key("root").orElse(given), root, QueueTree.ROOT, Submitters.NONE);
    readBelow(file, 0);
    var tree = new QueueTree(submitters.into(specs), reclaimAfterNs);
    check(tree);
    return tree;
  }

  QueuePlaces places() {
    return places;
  }

  /**
   * @param before the number of problems before the queue
   */
  private void add(int before, Yaml name, Fields fields, String path, int above) {
    boolean isClean = problems.count() == before;
    var reader = new QueueReader(fields, problems);
    var inherited = above == Submitters.NONE ? QueueSpec.of(path) : specs.get(above);
    specs.add(reader.read(path, inherited));
    submitters.add(above, reader.submit());
    known.add(isClean && reader.isKnown());
    places.add(name, fields);
  }

  private void readBelow(Fields holder, int above) {
    var value = holder.value(QUEUES).orElse(null);
    if (value instanceof Yaml.Mapping mapping) {
      var names = new TreeSet<String>();
      for (var pair : mapping.pairs()) {
        readPair(pair, holder.path(QUEUES), names, above);
      }
    } else if (value != null) {
      holder.reject(QUEUES, "expected " + EXPECTED + ", found " + value.found());
    }
  }

  private void readPair(Yaml.Pair pair, String path, TreeSet<String> names, int above) {
    if (!(pair.key() instanceof Yaml.Text key) || !NAME.matcher(key.text()).matches()) {
      var message = "must be named by letters, digits, `_` and `-`, not " + pair.key().found();
      problems.add(pair.key(), path, message);
    } else if (!names.add(key.text())) {
      problems.add(key, path + "." + key.text(), "is given twice");
    } else if (specs.size() < QueueRules.MAX_QUEUES) {
      readQueue(key, pair.value(), path + "." + key.text(), above);
    } else if (!full) {
      full = true;
      var most = formatCount(QueueRules.MAX_QUEUES) + " queues, the root among them";
      problems.add(key, path + "." + key.text(), "is one too many: a cell has at most " + most);
    }
  }

  /** A name with nothing after it is a queue without guarantee or limit. */
  private void readQueue(Yaml.Text key, Yaml value, String path, int above) {
    int before = problems.count();
    var mapping =
        switch (value) {
          case Yaml.Mapping given -> given;
          case Yaml.Text text when text.isNothing() ->
              new Yaml.Mapping(text.line(), text.column(), List.of(), 1);
          case Yaml other -> {
            problems.add(other, path, "expected the fields of a queue, found " + other.found());
            yield new Yaml.Mapping(other.line(), other.column(), List.of(), 1);
          }
        };
    var fields = new Fields(mapping, path, QueueReader.KNOWN, problems);
    int at = specs.size();
    add(before, key, fields, specs.get(above).path() + "." + key.text(), above);
    readBelow(fields, at);
  }

  private void check(QueueTree tree) {
    for (var problem : QueueRules.problems(tree)) {
      boolean isKnown = problem.queue() == QueueProblem.TREE || known.get(problem.queue());
      if (!problem.isWarning() && isKnown) {
        problems.add(
            places.place(problem.queue(), problem.field()),
            places.problem(problem).field(),
            problem.message());
      }
    }
  }
}
