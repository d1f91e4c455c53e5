package dev.muster.core.scheduler.place.hybrid;

import static dev.muster.model.text.Quantity.formatBytes;
import static dev.muster.model.text.Quantity.formatCount;
import static dev.muster.model.text.Quantity.formatCpu;

import dev.muster.core.cell.ContainerWait;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.NodeReasons;
import dev.muster.model.Explanation;
import dev.muster.model.Explanation.Candidate;
import dev.muster.model.Tier;
import dev.muster.model.queue.Portion;
import java.util.ArrayList;
import java.util.List;

/** What tasks wait for, in words and numbers, and why attempts are where they are. */
final class HybridReasons {

  private HybridReasons() {}

  static Explanation explain(HybridStage stage, CellNodes nodes, int task) {
    List<Candidate> candidates = new ArrayList<>();
    var need = stage.tasks.spec().resources();
    NodeReasons.addRuledOut(nodes, stage.eligible(), need, candidates);
    return Explanation.of(stage.tasks.policy(), summary(stage, nodes, task), candidates);
  }

  private static String summary(HybridStage stage, CellNodes nodes, int task) {
    boolean isOpportunistic = stage.tierOf(task) == Tier.OPPORTUNISTIC;
    if (!stage.tasks.mayStart() || (stage.tasks.wanted() == 0 && !isOpportunistic)) {
      return stage.tasks.lack();
    }
    if (NodeReasons.areAllAvoided(nodes, stage.eligible(), stage.tasks.spec().resources())) {
      return NodeReasons.ALL_AVOIDED;
    }
    var tier = stage.tierOf(task);
    if (tier == null) {
      return "waits behind " + formatCount(stage.hand.size()) + " tasks of its stage";
    }
    return switch (tier) {
      case OPPORTUNISTIC ->
          stage.tasks.opportunisticLeft() == 0
              ? "waits for others of its job to end: its queue allows no more opportunistic tasks"
              : "waits for a node that takes opportunistic tasks";
      case GUARANTEED ->
          stage.containers.wasHeard()
              ? waits(stage.containers.why())
              : "waits for a container; the master has not answered yet";
    };
  }

  private static String waits(ContainerWait wait) {
    var line =
        wait.place() <= 1
            ? "waits for a container, next in line"
            : "waits for a container, behind "
                + formatCount(wait.ahead())
                + " containers of "
                + formatCount(wait.place() - 1)
                + " others";
    return switch (wait.why()) {
      case IN_LINE -> line;
      case RESOURCE -> line + ": " + lacking(wait);
      case GANG -> line + ", all of its gang at once: " + lacking(wait);
      case NO_NODE -> line + ": no node that will do is large enough";
      case PREFERENCE -> line + ": the nodes that it prefers are full";
      case QUEUE -> line + ": " + wait.resource() + " has all that it may have";
      case LIMIT -> line + ": " + wait.resource();
      case RESERVED -> line + ": node " + wait.node() + " is kept until it has enough";
      case REJECTED -> "is not in line: the master has as many requests as it bears";
    };
  }

  private static String lacking(ContainerWait wait) {
    return "it needs "
        + amount(wait.resource(), wait.needed())
        + ", the most that a node has available is "
        + amount(wait.resource(), wait.available());
  }

  private static String amount(String resource, long amount) {
    return switch (resource) {
      case Portion.CPU -> formatCpu(amount) + " cpu";
      case Portion.MEMORY -> formatBytes(amount);
      default -> amount + " " + resource;
    };
  }

  static Explanation placed(HybridStage stage, Attempt attempt) {
    boolean isGuaranteed = attempt.tier() == Tier.GUARANTEED;
    var why =
        isGuaranteed
            ? "the central scheduler found room there"
            : "is one of the best by queueing delay";
    var chosen = List.of(Candidate.chosen(attempt.node(), why, 0));
    var summary =
        (isGuaranteed ? "in a container on node " : "opportunistic on node ") + attempt.node();
    return Explanation.of(stage.tasks.policy(), summary, chosen);
  }
}
