package dev.muster.model.rule;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.model.queue.Commitment;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.PortionSum;
import dev.muster.model.queue.QueueLinks;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What queues promise each other: guarantees that are part of the guarantee above, and below every
 * maximum; tokens that are among those of the queue above.
 *
 * <p>Without the size of the cell only that is rejected which is wrong in any cell. With it all
 * that is left is compared, and only of the resources that are known.
 */
final class CommitmentRules {

  /** How many queues a message names. */
  private static final int MAX_NAMED = 5;

  private final QueueTree tree;
  private final QueueLinks links;
  private final Map<String, Long> cell;

  /**
   * @param cell how much the cell has of each resource that is known
   */
  CommitmentRules(QueueTree tree, Map<String, Long> cell) {
    this.tree = tree;
    this.links = new QueueLinks(tree);
    this.cell = cell;
  }

  void check(List<QueueProblem> problems) {
    for (var commitment : Commitment.of(tree, cell)) {
      checkSum(commitment, problems);
    }
    for (int queue = 0; queue < tree.queues().size(); queue++) {
      for (var portion : spec(queue).share().guaranteed().each()) {
        checkGuaranteed(queue, portion, problems);
      }
      for (var portion : spec(queue).share().max().each()) {
        checkMax(queue, portion, problems);
      }
      checkTokens(queue, problems);
    }
  }

  private QueueSpec spec(int queue) {
    return tree.queues().get(queue);
  }

  // Comparing.

  /** With the cell only what it takes the cell to know: the rest is said without it. */
  private boolean exceeds(PortionSum sum, PortionSum limit) {
    var whole = cell.get(sum.resource());
    if (whole == null) {
      return cell.isEmpty() && sum.exceeds(limit);
    }
    return sum.exceeds(limit, whole) && !sum.exceeds(limit);
  }

  private String text(PortionSum sum) {
    var whole = cell.get(sum.resource());
    var amount = whole == null ? sum : sum.in(whole);
    return amount.isNothing() ? "nothing" : amount.text();
  }

  private String named(int queue) {
    return "`" + spec(queue).name() + "`";
  }

  // The rules.

  private void checkSum(Commitment commitment, List<QueueProblem> problems) {
    int queue = commitment.queue();
    var whole = PortionSum.whole(commitment.resource());
    boolean beyondCell = queue == 0 && exceeds(commitment.below(), whole);
    if (!beyondCell && !exceeds(commitment.below(), commitment.has())) {
      return;
    }
    var together =
        "of " + commitment.resource() + " they are guaranteed " + text(commitment.below());
    problems.add(
        QueueProblem.of(
            queue,
            "queues",
            together + " together, and " + has(commitment, whole) + ": " + takers(commitment)));
  }

  private String has(Commitment commitment, PortionSum whole) {
    if (commitment.queue() != 0) {
      return named(commitment.queue()) + " " + text(commitment.has());
    }
    return exceeds(commitment.below(), whole)
        ? "the cell has " + text(whole)
        : "at most " + text(commitment.has()) + " may be used";
  }

  private String takers(Commitment commitment) {
    List<String> takers = new ArrayList<>();
    for (int each : links.below(commitment.queue())) {
      spec(each)
          .share()
          .guaranteed()
          .find(commitment.resource())
          .map(PortionSum::of)
          .filter(portion -> !portion.isNothing())
          .ifPresent(portion -> takers.add(spec(each).name() + " " + portion.text()));
    }
    return shortened(takers);
  }

  private static String shortened(List<String> all) {
    int more = all.size() - MAX_NAMED;
    var named = String.join(", ", all.subList(0, Math.min(MAX_NAMED, all.size())));
    return more > 0 ? named + " and " + formatCount(more) + " more" : named;
  }

  private void checkGuaranteed(int queue, Portion portion, List<QueueProblem> problems) {
    var guaranteed = PortionSum.of(portion);
    for (int at = queue; at > 0; at = links.above(at)) {
      var max = max(at, portion.resource());
      if (max.isPresent() && exceeds(guaranteed, max.get())) {
        var whose = at == queue ? "its `max`" : "the `max` of " + named(at);
        var beyond = "is " + text(guaranteed) + ", beyond " + whose + ", ";
        var field = "guaranteed." + portion.resource();
        problems.add(QueueProblem.of(queue, field, beyond + text(max.get())));
        return;
      }
    }
  }

  private Optional<PortionSum> max(int queue, String resource) {
    return spec(queue).share().max().find(resource).map(PortionSum::of);
  }

  private void checkMax(int queue, Portion portion, List<QueueProblem> problems) {
    var field = "max." + portion.resource();
    var own = PortionSum.of(portion);
    if (cell.containsKey(portion.resource()) && exceeds(own, PortionSum.whole(own.resource()))) {
      var has = text(PortionSum.whole(own.resource()));
      var message = "is " + text(own) + ", more than the cell has: " + has;
      problems.add(QueueProblem.warning(queue, field, message));
      return;
    }
    for (int at = links.above(queue); at != QueueLinks.NONE; at = links.above(at)) {
      var max = max(at, portion.resource());
      if (max.isPresent() && exceeds(own, max.get())) {
        var message = "has no effect beyond the `max` of " + named(at) + ", " + text(max.get());
        problems.add(QueueProblem.warning(queue, field, message));
        return;
      }
    }
  }

  private void checkTokens(int queue, List<QueueProblem> problems) {
    if (!cell.isEmpty() || !spec(queue).hasTokens()) {
      return;
    }
    long sum = 0;
    List<String> takers = new ArrayList<>();
    for (int each : links.below(queue)) {
      if (spec(each).hasTokens()) {
        sum += spec(each).tokens();
        takers.add(spec(each).name() + " " + formatCount(spec(each).tokens()));
      }
    }
    if (sum > spec(queue).tokens()) {
      var together = "have " + formatCount(sum) + " tokens together, and ";
      var own = named(queue) + " " + formatCount(spec(queue).tokens());
      problems.add(QueueProblem.of(queue, "queues", together + own + ": " + shortened(takers)));
    }
  }
}
