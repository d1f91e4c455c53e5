package dev.muster.cli.queues;

import dev.muster.model.file.Problem;
import dev.muster.model.file.queue.ParsedQueues.ValidQueues;
import dev.muster.model.file.queue.QueuePlaces;
import dev.muster.model.queue.Commitment;
import dev.muster.model.queue.PortionSum;
import dev.muster.model.queue.QueueChange;
import dev.muster.model.queue.QueueLinks;
import dev.muster.model.queue.QueueTree;
import dev.muster.model.rule.QueueProblem;
import dev.muster.model.rule.QueueRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What there is to say of a valid file of queues.
 *
 * @param problems what stands against its use in this cell
 * @param changes where the queues were compared with others
 */
record QueuesAnswer(
    String file,
    QueueTree tree,
    int leaves,
    List<Problem> problems,
    List<Problem> warnings,
    List<CommitmentRow> commitments,
    Optional<List<PlacedChange>> changes) {

  /**
   * What a queue has of a resource and guarantees to the queues below it, as fixed amounts where
   * the cell is known.
   */
  record CommitmentRow(
      String queue, int line, String resource, PortionSum has, PortionSum below, boolean tooMuch) {}

  /** A change, and the line of the new file that makes it. */
  record PlacedChange(int line, QueueChange change) {}

  /**
   * @param cell how much the cell has of each resource that is known
   */
  static QueuesAnswer of(
      String file,
      ValidQueues queues,
      Map<String, Long> cell,
      Optional<List<QueueChange>> changes) {
    var tree = queues.tree();
    var links = new QueueLinks(tree);
    var places = queues.places();
    List<Problem> problems = new ArrayList<>();
    List<Problem> warnings = new ArrayList<>();
    var found = new ArrayList<>(QueueRules.problems(tree));
    found.addAll(QueueRules.problems(tree, cell));
    for (var each : found) {
      (each.isWarning() ? warnings : problems).add(places.problem(each));
    }
    return new QueuesAnswer(
        file,
        tree,
        (int) IntStream.range(0, tree.queues().size()).filter(links::isLeaf).count(),
        problems.stream().sorted().toList(),
        warnings.stream().sorted().toList(),
        Commitment.of(tree, cell).stream().map(each -> row(tree, places, each, cell)).toList(),
        changes.map(all -> placed(all, links, places)));
  }

  private static CommitmentRow row(
      QueueTree tree, QueuePlaces places, Commitment commitment, Map<String, Long> cell) {
    var whole = cell.get(commitment.resource());
    var has = commitment.has();
    var below = commitment.below();
    return new CommitmentRow(
        tree.queues().get(commitment.queue()).path(),
        commitment.queue() == 0
            ? places.line(0, "queues")
            : places.line(commitment.queue(), "guaranteed." + commitment.resource()),
        commitment.resource(),
        whole == null ? has : has.in(whole),
        whole == null ? below : below.in(whole),
        whole == null ? below.exceeds(has) : below.exceeds(has, whole));
  }

  private static List<PlacedChange> placed(
      List<QueueChange> changes, QueueLinks links, QueuePlaces places) {
    return changes.stream()
        .map(change -> new PlacedChange(line(change, links, places), change))
        .toList();
  }

  /** Of a queue that vanishes, the line of the nearest one above that stays. */
  private static int line(QueueChange change, QueueLinks links, QueuePlaces places) {
    if (change.queue().isEmpty()) {
      return places.line(QueueProblem.TREE, change.field());
    }
    var path = change.queue();
    while (links.find(path) == QueueLinks.NONE) {
      path = path.substring(0, path.lastIndexOf('.'));
    }
    boolean isGone = !path.equals(change.queue());
    return places.line(links.find(path), isGone ? "queues" : change.field());
  }
}
