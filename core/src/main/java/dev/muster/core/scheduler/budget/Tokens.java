package dev.muster.core.scheduler.budget;

import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.TierState;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.queue.OpportunisticQuota;

/**
 * The right of a job to guaranteed attempts, and what is under way of either tier.
 *
 * <p>Guaranteed attempts take tokens. Opportunistic ones take none, but the sum of their weights is
 * in proportion to the tokens of their job, so that no job has all that is idle. An elastic job has
 * guaranteed attempts beyond its tokens: how many is decided anew each time, so nothing of it is
 * kept here.
 */
public final class Tokens {

  private final int count;
  private final TokenSize size;
  private int attempts;
  private int taken;
  private int opportunistic;
  private double weights;
  private OpportunisticQuota quota = OpportunisticQuota.NONE;

  /** What guaranteed attempts use, and those that are being promoted. */
  private final ResourceCount used = new ResourceCount();

  /** What all others use. */
  private final ResourceCount uncovered = new ResourceCount();

  public Tokens(int count, TokenSize size) {
    this.count = count;
    this.size = size;
  }

  /**
   * How many tokens each task of a stage takes: no more than let the stage start one of them, or
   * all if it is a gang.
   */
  public int each(StageSpec stage, Resources need) {
    return size.tokens(need, Math.max(1, stage.isGang() ? count / stage.tasks() : count));
  }

  /** An attempt is under way, of either tier. */
  public void started(Attempt attempt) {
    attempts++;
    taken += attempt.tokens();
    if (attempt.tierState() != TierState.GUARANTEED) {
      opportunistic++;
      weights += attempt.drawWeight();
    }
    count(attempt).add(resources(attempt));
  }

  private ResourceCount count(Attempt attempt) {
    return attempt.tierState() == TierState.OPPORTUNISTIC ? uncovered : used;
  }

  private static Resources resources(Attempt attempt) {
    return attempt.stage().demand(attempt).resources();
  }

  public void ended(Attempt attempt) {
    attempts--;
    taken -= attempt.tokens();
    count(attempt).subtract(resources(attempt));
    if (attempt.tierState() != TierState.GUARANTEED) {
      promoted(attempt);
    }
  }

  /** An opportunistic attempt is one no longer. */
  public void promoted(Attempt attempt) {
    opportunistic--;
    weights = opportunistic == 0 ? 0 : weights - attempt.drawWeight(); // no sum of rounding errors
  }

  /** An opportunistic attempt is being promoted and has these tokens; none once that failed. */
  public void cover(Attempt attempt, int tokens) {
    taken += tokens - attempt.tokens();
    attempt.cover(tokens);
    (tokens > 0 ? uncovered : used).subtract(resources(attempt));
    (tokens > 0 ? used : uncovered).add(resources(attempt));
  }

  /** An opportunistic attempt has another weight than before. */
  public void weigh(Attempt attempt, double weight) {
    weights += weight - attempt.drawWeight();
    attempt.weigh(weight);
  }

  /** What guaranteed attempts use, those that are ending among them. */
  public ResourceCount used() {
    return used;
  }

  /**
   * What opportunistic attempts would use if they were guaranteed, as far as there are tokens.
   *
   * @param left how many tokens nobody else wants
   */
  public Resources promotable(int left, Resources each) {
    return left >= opportunistic ? uncovered.sum() : each.times(Math.max(0, left));
  }

  public boolean hasOpportunistic() {
    return opportunistic > 0;
  }

  /** How many attempts are under way. */
  public int attempts() {
    return attempts;
  }

  /** How many the job has; {@link JobSpec#NO_CAP} for as many as it can use. */
  public int count() {
    return count;
  }

  /** Fewer than none where it has grown. */
  public int left() {
    return count - taken;
  }

  /** From now on the job may have no more opportunistic attempts than this, whatever is idle. */
  void limitOpportunistic(OpportunisticQuota most) {
    quota = most;
  }

  /**
   * How many more opportunistic attempts the quota allows. Those that wait at nodes count as those
   * that run do, and so do those that are being promoted.
   */
  public int opportunisticLeft() {
    return Math.max(0, quota.of(attempts - opportunistic) - opportunistic);
  }

  /** How much weight further opportunistic attempts may have. */
  public double allowance() {
    return count == JobSpec.NO_CAP ? Double.MAX_VALUE : count * size.spareWeight() - weights;
  }
}
