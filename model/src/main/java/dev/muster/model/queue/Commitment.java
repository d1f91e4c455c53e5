package dev.muster.model.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a queue has of a resource, and how much of that is guaranteed to the queues right below it.
 *
 * @param queue its place in the tree
 * @param has guaranteed to it; of the root all that the cell has, or may be used of that
 * @param below guaranteed to the queues below, together
 */
public record Commitment(int queue, PortionSum has, PortionSum below) {

  /**
   * All commitments of a tree.
   *
   * @param cell how much of each resource the cell has, as far as that is known
   */
  public static List<Commitment> of(QueueTree tree, Map<String, Long> cell) {
    var links = new QueueLinks(tree);
    List<Commitment> all = new ArrayList<>();
    for (int queue = 0; queue < tree.queues().size(); queue++) {
      for (var resource : resources(tree, links, queue)) {
        all.add(
            new Commitment(
                queue, has(tree, queue, resource, cell), below(tree, links, queue, resource)));
      }
    }
    return all;
  }

  private static Set<String> resources(QueueTree tree, QueueLinks links, int queue) {
    Set<String> names = new TreeSet<>();
    if (queue == 0) {
      names.addAll(List.of(Portion.CPU, Portion.MEMORY));
    }
    if (!links.isLeaf(queue)) {
      guaranteed(tree, queue).each().forEach(portion -> names.add(portion.resource()));
    }
    for (int each : links.below(queue)) {
      guaranteed(tree, each).each().forEach(portion -> names.add(portion.resource()));
    }
    return names;
  }

  private static Portions guaranteed(QueueTree tree, int queue) {
    return tree.queues().get(queue).share().guaranteed();
  }

  private static PortionSum has(
      QueueTree tree, int queue, String resource, Map<String, Long> cell) {
    if (queue != 0) {
      return sum(guaranteed(tree, queue), resource);
    }
    var whole = PortionSum.whole(resource);
    var max = tree.root().share().max().find(resource).map(PortionSum::of).orElse(whole);
    return cell.containsKey(resource) ? max.min(whole, cell.get(resource)) : max;
  }

  private static PortionSum below(QueueTree tree, QueueLinks links, int queue, String resource) {
    var sum = PortionSum.none(resource);
    for (int each : links.below(queue)) {
      sum = sum.plus(sum(guaranteed(tree, each), resource));
    }
    return sum;
  }

  private static PortionSum sum(Portions portions, String resource) {
    return portions.find(resource).map(PortionSum::of).orElse(PortionSum.none(resource));
  }

  public String resource() {
    return has.resource();
  }

  /** What is left to be shared by weight; parts of it below zero where too much is guaranteed. */
  public PortionSum left() {
    return has.minus(below);
  }
}
