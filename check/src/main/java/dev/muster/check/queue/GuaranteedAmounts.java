package dev.muster.check.queue;

import dev.muster.model.Resources;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What each queue is guaranteed for sure in a cell of some size: where those below a queue would be
 * guaranteed more than it has, all of them are scaled down alike.
 */
final class GuaranteedAmounts {

  private final QueueTree tree;
  private final Resources cell;
  private final Map<String, Resources> asked = new HashMap<>();
  private final Map<String, Resources> amounts = new HashMap<>();

  GuaranteedAmounts(QueueTree tree, Resources cell) {
    this.tree = tree;
    this.cell = cell;
    ask(tree.root());
    amounts.put(QueueTree.ROOT, cell);
    scaleBelow(QueueTree.ROOT);
  }

  Resources of(String path) {
    return amounts.getOrDefault(path, Resources.NONE);
  }

  /** Never less than what those below it are guaranteed, and never more than its maximum. */
  private Resources ask(QueueSpec queue) {
    var below = Resources.NONE;
    for (var child : tree.below(queue.path())) {
      below = below.plus(ask(child));
    }
    var own = queue.share().guaranteed().atLeast(cell);
    var all = own.max(below).min(queue.share().max().atMost(cell));
    asked.put(queue.path(), all);
    return all;
  }

  private void scaleBelow(String path) {
    var has = of(path);
    var sum = Resources.NONE;
    for (var child : tree.below(path)) {
      sum = sum.plus(asked.getOrDefault(child.path(), Resources.NONE));
    }
    for (var child : tree.below(path)) {
      var wants = asked.getOrDefault(child.path(), Resources.NONE);
      amounts.put(child.path(), scaled(wants, has, sum));
      scaleBelow(child.path());
    }
  }

  private static Resources scaled(Resources wants, Resources has, Resources sum) {
    List<String> names = new ArrayList<>(wants.named().keySet());
    var scaled =
        new Resources(
            scaled(wants.cpuMillis(), has.cpuMillis(), sum.cpuMillis()),
            scaled(wants.memoryBytes(), has.memoryBytes(), sum.memoryBytes()));
    for (var name : names) {
      scaled = scaled.with(name, scaled(wants.named(name), has.named(name), sum.named(name)));
    }
    return scaled;
  }

  private static long scaled(long wants, long has, long sum) {
    return sum <= has ? wants : (long) ((double) wants / sum * has);
  }
}
