package dev.muster.model.queue;

import dev.muster.model.queue.QueueChange.ChangeKind;
import dev.muster.model.text.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * What changes for whom when one tree of queues takes the place of another: the queues of the new
 * tree in their order, then those that vanish.
 */
public final class QueueChanges {

  /** Of a percentage that says what part of its siblings' weights a queue has. */
  private static final int DECIMALS = 2;

  private final QueueTree before;
  private final QueueTree after;
  private final QueueLinks old;
  private final QueueLinks links;
  private final Map<String, Long> cell;
  private final List<QueueChange> changes = new ArrayList<>();

  private QueueChanges(QueueTree before, QueueTree after, Map<String, Long> cell) {
    this.before = before;
    this.after = after;
    this.old = new QueueLinks(before);
    this.links = new QueueLinks(after);
    this.cell = cell;
  }

  /**
   * All of them.
   *
   * @param cell how much the cell has of each resource that is known: fixed amounts and shares
   *     cannot be compared without it
   */
  public static List<QueueChange> between(
      QueueTree before, QueueTree after, Map<String, Long> cell) {
    var changes = new QueueChanges(before, after, cell);
    changes.find();
    return changes.changes;
  }

  private void find() {
    if (before.reclaimAfterNs() != after.reclaimAfterNs()) {
      changes.add(
          new QueueChange(
              "",
              "reclaim-after",
              ChangeKind.CHANGES,
              Quantity.formatDuration(before.reclaimAfterNs()),
              Quantity.formatDuration(after.reclaimAfterNs()),
              ""));
    }
    var rights = new SubmitRights(before, old);
    var newRights = new SubmitRights(after, links);
    for (int at = 0; at < after.queues().size(); at++) {
      var queue = after.queues().get(at);
      int was = old.find(queue.path());
      if (was == QueueLinks.NONE) {
        changes.add(whole(after, links, at, ChangeKind.APPEARS));
      } else {
        compare(was, at, rights, newRights);
      }
    }
    for (int at = 0; at < before.queues().size(); at++) {
      if (links.find(before.queues().get(at).path()) == QueueLinks.NONE) {
        changes.add(whole(before, old, at, ChangeKind.VANISHES));
      }
    }
  }

  private void compare(int was, int at, SubmitRights rights, SubmitRights newRights) {
    var spec = before.queues().get(was);
    var comparison = new QueueComparison(spec, after.queues().get(at), cell, changes);
    comparison.share();
    if (old.isLeaf(was) != links.isLeaf(at)) {
      comparison.add(
          links.isLeaf(at) ? ChangeKind.GAINS : ChangeKind.LOSES,
          "queues",
          old.isLeaf(was) ? "takes jobs" : "has queues below it",
          links.isLeaf(at) ? "takes jobs" : "has queues below it",
          "");
    } else if (links.isLeaf(at)) {
      comparison.users("submit", rights.of(was), newRights.of(at));
    }
    comparison.rest();
    double part = weightShare(before, old, was);
    double newPart = weightShare(after, links, at);
    comparison.number("weight", part, newPart, QueueChanges::percent);
  }

  /** Of the weights of all queues beside it: a queue that stays as it is may lose by others. */
  private static double weightShare(QueueTree tree, QueueLinks links, int queue) {
    int above = links.above(queue);
    if (above == QueueLinks.NONE) {
      return 1;
    }
    double sum = 0;
    for (int each : links.below(above)) {
      sum += tree.queues().get(each).share().weight();
    }
    return tree.queues().get(queue).share().weight() / sum;
  }

  private static String percent(double share) {
    return Quantity.formatShare(share, DECIMALS);
  }

  /** A queue that is there in one of the trees only, and what it has there. */
  private static QueueChange whole(QueueTree tree, QueueLinks links, int at, ChangeKind kind) {
    var queue = tree.queues().get(at);
    var has = new StringJoiner(", ");
    for (var portion : queue.share().guaranteed().each()) {
      has.add("guaranteed " + portion.resource() + " " + PortionSum.of(portion).text());
    }
    for (var portion : queue.share().max().each()) {
      has.add("max " + portion.resource() + " " + PortionSum.of(portion).text());
    }
    if (queue.hasTokens()) {
      has.add("tokens " + queue.tokens());
    }
    has.add("weight " + QueueComparison.plain(queue.share().weight()));
    if (links.isLeaf(at)) {
      has.add("submit " + QueueComparison.text(new SubmitRights(tree, links).of(at)));
    }
    boolean isNew = kind == ChangeKind.APPEARS;
    return new QueueChange(
        queue.path(), "", kind, isNew ? "" : has.toString(), isNew ? has.toString() : "", "");
  }
}
