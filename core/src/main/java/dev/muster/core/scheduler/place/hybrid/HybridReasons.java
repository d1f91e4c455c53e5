package dev.muster.core.scheduler.place.hybrid;

import static dev.muster.model.text.Quantity.formatBytes;
import static dev.muster.model.text.Quantity.formatCount;
import static dev.muster.model.text.Quantity.formatCpu;
import static dev.muster.model.text.Quantity.formatDuration;

import dev.muster.core.cell.ContainerWait;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.NodeReasons;
import dev.muster.model.Explanation;
import dev.muster.model.Explanation.Candidate;
import dev.muster.model.Tier;
import dev.muster.model.queue.Portion;
import dev.muster.model.text.NodeName;
import java.util.ArrayList;
import java.util.List;

/** What tasks wait for, in words and numbers, and why attempts are where they are. */
final class HybridReasons {

  private static final long TENTH_NS = 100_000_000;
  private static final long TENTHS_PER_S = 10;
  private static final int PERCENT = 100;
  private static final double TENTHS = 10;

  private HybridReasons() {}

  static Explanation explain(HybridStage stage, CellNodes nodes, int task) {
    List<Candidate> candidates = new ArrayList<>();
    var need = stage.tasks.spec().resources();
    NodeReasons.addRuledOut(nodes, stage.eligible(), need, candidates);
    var summary = summary(stage, nodes, task) + inForce(stage.tiers);
    return Explanation.of(stage.tasks.policy(), summary, candidates);
  }

  /** Which tasks of the stage may be opportunistic, and why. */
  private static String inForce(TierChoice tiers) {
    var rule = tiers.rule();
    if (rule == null) {
      return "";
    }
    if (tiers.isDistrusted()) {
      return "; all of its owner are guaranteed, for they take "
          + Math.round(tiers.ratio() * TENTHS) / TENTHS
          + " times as long as stated";
    }
    var some = Math.round(rule.share() * PERCENT) + "% of tasks";
    var ofLength =
        rule.belowNs() == HybridOptions.NEVER ? some : some + " below " + tenths(rule.belowNs());
    return "; " + ofLength + " are opportunistic" + measured(rule);
  }

  private static String measured(TierRule rule) {
    return switch (rule.why()) {
      case GIVEN -> "";
      case UNKNOWN -> ", too little is measured to change that";
      case BALANCED -> delays(rule) + " are about the same";
      case MORE_OPPORTUNISTIC -> delays(rule) + " make that more";
      case FEWER_OPPORTUNISTIC -> delays(rule) + " make that fewer";
    };
  }

  private static String delays(TierRule rule) {
    return ", delays of "
        + tenths(rule.guaranteedNs())
        + " guaranteed and "
        + tenths(rule.opportunisticNs())
        + " opportunistic";
  }

  /** As in {@code 10s} or {@code 1.5s}; tenths of a second are more than averages say. */
  private static String tenths(long ns) {
    long tenths = Math.round((double) ns / TENTH_NS);
    return tenths % TENTHS_PER_S == 0
        ? formatDuration(tenths * TENTH_NS)
        : tenths / TENTHS_PER_S + "." + tenths % TENTHS_PER_S + "s";
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
      case RESERVED -> line + ": " + NodeName.format(wait.node()) + " is kept until it has enough";
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
        (isGuaranteed ? "in a container on " : "opportunistic on ")
            + NodeName.format(attempt.node());
    return Explanation.of(stage.tasks.policy(), summary + inForce(stage.tiers), chosen);
  }
}
